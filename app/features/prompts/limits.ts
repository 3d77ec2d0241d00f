// How many characters the parts of a saved prompt may have: schemas and pages read it here, pages without the schemas.
export const MAX_TITLE_CHARACTERS = 160;
export const MAX_CONTENT_CHARACTERS = 100_000;
export const MAX_DESCRIPTION_CHARACTERS = 2000;
export const MAX_FOLDER_CHARACTERS = 60;
/** Of what is said of a version. */
export const MAX_NOTE_CHARACTERS = 200;
