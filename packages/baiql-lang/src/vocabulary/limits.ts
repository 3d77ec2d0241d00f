/** Maximum size of a script, in UTF-16 units. */
export const MAX_SCRIPT_CHARACTERS = 1_048_576;

/** Maximum nesting of blocks and parentheses. */
export const MAX_NESTING = 200;

/** Maximum number of tokens of a line outside its texts. */
export const MAX_LINE_TOKENS = 2_000;

/** Number of errors after which the rest of a script is skipped. */
export const MAX_DIAGNOSTICS = 500;
