import type { CategoryName } from '../contract.js';

/** Circumstances under which the same words weigh less; each has its factor in weigh-context.ts. */
export type Context = 'quoted' | 'reported' | 'negated' | 'fiction' | 'protective' | 'caring';

/** Frames that mean the same. Tables of these are all that the rules know of a category. */
export interface Rule {
  category: CategoryName;
  /** What is seen, in words that follow the category's name in a sentence. */
  note: string;
  /** What makes it less; a rule is not touched by the others. */
  contexts: readonly Context[];
  /** Any of these words near the match: something harmless is meant. */
  unless?: string;
  /** From the score of a frame to frames; the syntax is in frames.ts. */
  frames: Readonly<Record<string, readonly string[]>>;
}
