/** A path before the name, as in models/gemini-2.5-pro or perplexity/sonar. */
const PREFIX = /^.*\//;
/** Version suffix of a model name: a date, a revision or `latest`. */
const STATE = /[-@:](\d{4}-\d{2}-\d{2}|\d{8}|\d{2}-\d{2,4}|00\d|latest)$/;

const plainName = (name: string): string => name.trim().toLowerCase().replace(PREFIX, '').replace(STATE, '');

/** Whether a vendor lists a model, ignoring path prefixes and version suffixes. */
export const isListedAs = (model: string, listed: readonly string[]): boolean =>
  listed.some((name) => plainName(name) === plainName(model));
