/** The largest script that is read, in UTF-16 units. */
export const LARGEST_SCRIPT = 1_048_576;

/** How deep blocks and parentheses may be put into each other. */
export const DEEPEST_NESTING = 200;

/** How many parts (tokens) a line outside of its texts may have. */
export const LONGEST_LINE_PARTS = 2_000;

/** How many mistakes are told before the rest of a script is left alone. */
export const MOST_MISTAKES = 500;
