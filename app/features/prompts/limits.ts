// How large the parts of a saved prompt may be: schemas and pages read it here, pages without the schemas.
/** Of one account: nobody reads through more, and without a bound one could fill the disk. */
export const MAX_PROMPTS = 5000;
export const MAX_TITLE_CHARACTERS = 160;
export const MAX_CONTENT_CHARACTERS = 100_000;
export const MAX_DESCRIPTION_CHARACTERS = 2000;
export const MAX_FOLDER_CHARACTERS = 60;
export const MAX_TAG_CHARACTERS = 50;
export const MAX_TAGS = 20;
// Said by the field while one types, and by whoever checks it afterwards.
export const TAG_TOO_LONG = `A tag can have up to ${MAX_TAG_CHARACTERS} characters.`;
export const TOO_MANY_TAGS = `A prompt can have up to ${MAX_TAGS} tags.`;
/** Of what is said of a version. */
export const MAX_NOTE_CHARACTERS = 200;
