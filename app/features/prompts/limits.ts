/** Of a saved prompt's text. */
export const MAX_CONTENT_CHARACTERS = 100_000;
