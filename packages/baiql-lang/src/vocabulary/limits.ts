/** The numbers that the language bounds, by the word they follow. */
export interface NumberLimit {
  readonly least: number;
  /** Null when there is no upper bound; then `least` itself is not allowed either. */
  readonly most: number | null;
  readonly whole: boolean;
}

export const NUMBER_LIMITS = {
  TEMP: { least: 0, most: 2, whole: false },
  TOP_P: { least: 0, most: 1, whole: false },
  MAX_TOKENS: { least: 16, most: 1_000_000, whole: true },
  LIMIT: { least: 1, most: 10_000, whole: true },
  PARALLEL: { least: 1, most: 64, whole: true },
  COST: { least: 0, most: null, whole: false },
  RETRY: { least: 1, most: 10, whole: true },
  LOOP: { least: 1, most: 10_000, whole: true },
  COL: { least: 1, most: 16_384, whole: true },
} as const satisfies Record<string, NumberLimit>;

/** A word that is followed by a bounded number. */
export type LimitedWord = keyof typeof NUMBER_LIMITS;

/** The largest script that is read, in UTF-16 units. */
export const LARGEST_SCRIPT = 1_048_576;

/** How deep blocks and parentheses may be put into each other. */
export const DEEPEST_NESTING = 200;

/** How many parts (tokens) a line outside of its texts may have. */
export const LONGEST_LINE_PARTS = 2_000;

/** How many mistakes are told before the rest of a script is left alone. */
export const MOST_MISTAKES = 500;
