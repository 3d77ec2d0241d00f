/** A path before the name, as in models/gemini-2.5-pro or perplexity/sonar. */
const PREFIX = /^.*\//;
/** What a vendor adds to a name for one state of the model: a date, a revision, the newest. */
const STATE = /[-@:](\d{4}-\d{2}-\d{2}|\d{8}|\d{2}-\d{2,4}|00\d|latest)$/;

const plainName = (name: string): string => name.trim().toLowerCase().replace(PREFIX, '').replace(STATE, '');

/** Whether a vendor lists a model, under whichever of its names. */
export const isListedAs = (model: string, listed: readonly string[]): boolean =>
  listed.some((name) => plainName(name) === plainName(model));
