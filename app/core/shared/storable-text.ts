/** Text that both databases can store: NUL, which PostgreSQL refuses, and lone surrogates become U+FFFD. */
export const storableText = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\uFFFD');

const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i;
/** Pairs of surrogates and all other escapes are matched too, so that a backslash before `u0000` isn't taken for one. */
const ESCAPE = /\\(?:ud[89ab]..\\ud[c-f]..|(u0000|ud[89a-f]..)|[^])/gi;

/** JSON whose strings and names are storable, from JSON in well-formed UTF-8, where only escapes can be otherwise. */
export const storableJson = (json: string): string =>
  UNSTORABLE_ESCAPE.test(json)
    ? json.replace(ESCAPE, (escape, unstorable?: string) => (unstorable === undefined ? escape : '\\ufffd'))
    : json;

/** A URL-encoded form whose names and values are storable. */
export const storableForm = (form: string): string => form.replace(/\0|%00/g, '%EF%BF%BD');
