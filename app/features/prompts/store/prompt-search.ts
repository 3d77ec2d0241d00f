import type { PromptSort } from '../list-schema';

/** The list's scope: an author, a team, or the community. */
export type PromptScope =
  | { kind: 'own'; userId: string }
  | { kind: 'team'; teamId: string }
  | { kind: 'community' };

export interface PromptQuery {
  scope: PromptScope;
  /** Words that must all occur, also as parts of words, in any script; punctuation is ignored. Empty matches all. */
  search: string;
  /** Own prompts only. */
  folder?: string | undefined;
  tag?: string | undefined;
  sort: PromptSort;
  /** Starts at 1. */
  page: number;
  pageSize: number;
}

export interface FoundPrompts {
  total: number;
  /** On this page, in order. */
  ids: string[];
}

/** Full-text search for prompts without a full scan. */
export interface PromptSearch {
  find(query: PromptQuery): Promise<FoundPrompts>;
}
