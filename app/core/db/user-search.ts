export const USER_SORTS = ['email', 'createdAt', 'lastLoginAt'] as const;

export interface UserQuery {
  /**
   * Words that must all occur in the email address or the name, also as parts of words, ignoring case and accents. Empty
   * matches everybody.
   */
  search: string;
  /** Registered since then. */
  since?: Date | undefined;
  sort: (typeof USER_SORTS)[number];
  isDescending: boolean;
  /** Starts at 1. */
  page: number;
  pageSize: number;
}

export interface FoundUsers {
  total: number;
  /** On this page, in order. */
  ids: string[];
}

/** Searches up to 100,000 users without a full scan. Deleted accounts are excluded. */
export interface UserSearch {
  find(query: UserQuery): Promise<FoundUsers>;
}
