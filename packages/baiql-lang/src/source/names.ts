import { equalKey } from '@promptwell/text/equal-key';
import { splitList } from '@promptwell/text/split-list';

/** Inclusive ranges of character codes. */
export type CodeRanges = readonly (readonly [first: number, last: number])[];

/**
 * Characters of names. Letters of every common script are included, because names are often column headers of users'
 * tables.
 */
export const LETTERS: CodeRanges = [
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xaa, 0xaa],
  [0xb5, 0xb5],
  [0xba, 0xba],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2af],
  [0x370, 0x373],
  [0x376, 0x37d],
  [0x386, 0x167f],
  [0x1681, 0x1fff],
  [0x3040, 0xd7ff],
  [0xf900, 0xfaff],
];

/** Combining marks. */
export const MARKS: CodeRanges = [[0x300, 0x36f]];

/** A regular-expression class of these characters, without brackets. */
export function classOf(ranges: CodeRanges): string {
  const escaped = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;
  return ranges.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('');
}

/** The class of characters that may start a name, without brackets. */
export const NAME_START = classOf(LETTERS);

/** The class of characters that may continue a name, without brackets. */
export const NAME_REST = `${classOf(MARKS)}_0-9${NAME_START}`;

const WHOLE_NAME = new RegExp(`^[${NAME_START}][${NAME_REST}]*$`);
const NAMES = new RegExp(`[${NAME_START}][${NAME_REST}]*`, 'g');
const NOT_NAME = new RegExp(`[^${NAME_REST}]+`, 'g');
const COLUMN_NUMBER = /^COL([1-9][0-9]*)$/;

/** True if a text is valid between the braces of a placeholder. */
export function isName(text: string): boolean {
  return WHOLE_NAME.test(text);
}

/** ASCII needs nothing but upper case. */
const ASCII = /^[\0-\x7f]*$/;

/** Normalizes a name: names with the same `equalKey` are one, written in upper case and NFC. */
export function foldName(name: string): string {
  return ASCII.test(name) ? name.toUpperCase() : equalKey(name).toUpperCase().normalize('NFC');
}

/** Every word of a text that may be a name, normalized. */
export function wordsOf(text: string): string[] {
  return text.match(NAMES)?.map(foldName) ?? [];
}

/**
 * The name of a table's column in scripts: its header in upper case, with `_` for characters a name cannot contain.
 * `First name` becomes `{FIRST_NAME}`.
 */
export function nameOfHeader(header: string): string {
  const written = header.normalize('NFC').replace(NOT_NAME, '_');
  let start = 0;
  while (written[start] === '_') start++;
  let end = written.length;
  while (end > start && written[end - 1] === '_') end--;
  return foldName(written.slice(start, end));
}

/**
 * The placeholder names of a table's columns. `2024` is not a name, and `Price (€)` and `Price ($)` collide: these are
 * only available by number.
 */
export function namesOfColumns(headers: readonly string[]): string[] {
  const names = headers.map(nameOfHeader);
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return names.map((name, place) => {
    // {PRICE} is the column Price, even if Price (€) precedes it.
    const isOwn = uses.get(name) === 1 || foldName(headers[place]?.trim() ?? '') === name;
    return isName(name) && isOwn ? name : `COL${place + 1}`;
  });
}

/** The number of a name like `COL3`, or null. */
export function columnNumber(name: string): number | null {
  const digits = COLUMN_NUMBER.exec(foldName(name))?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * The indexes of the columns that a reference may mean: by exact header, else by name (STUDENT_NAME for Student Name),
 * which may match several, else as `COL1`, `COL2` ….
 */
export function matchColumns(headers: readonly string[], wanted: string): number[] {
  const asked = foldName(wanted.trim());
  for (const fold of [foldName, nameOfHeader]) {
    const found = headers.flatMap((header, place) => (fold(header.trim()) === asked ? [place] : []));
    if (found.length > 0) return found;
  }
  const place = (columnNumber(asked) ?? 0) - 1;
  return place >= 0 && place < headers.length ? [place] : [];
}

/** The index of the first matching column; null if there is none. */
export function findColumn(headers: readonly string[], wanted: string): number | null {
  return matchColumns(headers, wanted)[0] ?? null;
}

/** The columns listed by a LINES_HEADER or LINES_NOHEADER text, as written. */
export const splitColumns = (text: string): string[] => splitList(text.replaceAll('\t', ','));
