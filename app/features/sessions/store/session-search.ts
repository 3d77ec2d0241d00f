export interface SessionQuery {
  userId: string;
  /** Words that must all occur in one exchange, also as parts of words, in any script. */
  search: string;
}

/** Full-text search in the exchanges of a user's sessions. */
export interface SessionSearch {
  /** Ids of the sessions found, in no particular order; none for a search without words. */
  find(query: SessionQuery): Promise<string[]>;
}
