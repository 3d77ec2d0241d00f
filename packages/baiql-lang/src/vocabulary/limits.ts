/** Maximum size of a script, in UTF-16 units. */
export const LARGEST_SCRIPT = 1_048_576;

/** Maximum nesting of blocks and parentheses. */
export const DEEPEST_NESTING = 200;

/** Maximum number of tokens of a line outside its texts. */
export const LONGEST_LINE_PARTS = 2_000;

/** Number of errors after which the rest of a script is skipped. */
export const MOST_MISTAKES = 500;
