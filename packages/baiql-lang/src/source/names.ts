/**
 * What a name is made of, for regular expressions. Letters of every common script count, because names are
 * often the column headers of somebody's own table. (Chevrotain cannot read `\p{L}`.)
 */
const LETTER =
  'A-Za-z\\u00AA\\u00B5\\u00BA\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02AF\\u0370-\\u0373\\u0376-\\u037D\\u0386-\\u1FFF\\u3040-\\uD7FF\\uF900-\\uFAFF';

/** The class of characters that a name may begin with, without its brackets. */
export const NAME_START = LETTER;

/** The class of characters that a name may go on with, without its brackets. */
export const NAME_REST = `\\u0300-\\u036F_0-9${LETTER}`;

const WHOLE_NAME = new RegExp(`^[${NAME_START}][${NAME_REST}]*$`);
const NOT_NAME = new RegExp(`[^${NAME_REST}]+`, 'g');
const COLUMN_NUMBER = /^COL([1-9][0-9]*)$/;

/** Whether a text could be written between the braces of a placeholder. */
export function isName(text: string): boolean {
  return WHOLE_NAME.test(text);
}

/** Names are compared in upper case. */
export function foldName(name: string): string {
  return name.toUpperCase();
}

/**
 * The name under which a table's column can be used: its header in upper case, with `_` for whatever a name
 * cannot hold. `First name` is reached as `{FIRST_NAME}`.
 */
export function nameOfHeader(header: string): string {
  const written = header.replace(NOT_NAME, '_');
  let start = 0;
  while (written[start] === '_') start++;
  let end = written.length;
  while (end > start && written[end - 1] === '_') end--;
  return foldName(written.slice(start, end));
}

/** The number of a `COL3`-like name, or null. */
export function columnNumber(name: string): number | null {
  const digits = COLUMN_NUMBER.exec(foldName(name))?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The columns that a LINES_HEADER or LINES_NOHEADER text lists, as written. */
export function splitColumns(text: string): string[] {
  return text
    .split(/[;,\t]/)
    .map((column) => column.trim())
    .filter((column) => column !== '');
}
