// Size limits of a saved prompt, shared by schemas and pages; kept apart so that pages don't bundle the schemas.
/** Per account, to bound disk usage. */
export const MAX_PROMPTS = 5000;
export const MAX_TITLE_CHARACTERS = 160;
export const MAX_CONTENT_CHARACTERS = 100_000;
export const MAX_DESCRIPTION_CHARACTERS = 2000;
export const MAX_FOLDER_CHARACTERS = 60;
export const MAX_TAG_CHARACTERS = 50;
export const MAX_TAGS = 20;
// Shown while typing and by the server.
export const TAG_TOO_LONG = `A tag can have up to ${MAX_TAG_CHARACTERS} characters.`;
export const TOO_MANY_TAGS = `A prompt can have up to ${MAX_TAGS} tags.`;
/** Limit of a version's note. */
export const MAX_NOTE_CHARACTERS = 200;
