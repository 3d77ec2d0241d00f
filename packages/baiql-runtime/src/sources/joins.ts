import { equalKey } from '@promptwell/text/equal-key';
import { splitExtension } from '../paths/index.js';

/** The match of one transaction, or the error for that transaction. */
export type JoinResult<Match> = { ok: true; match: Match } | { ok: false; message: string };

/** A row as seen by a join. */
export interface KeyedRow {
  readonly number: number;
  /** The raw cell of the join's column (COL1, or the one MATCH names). */
  readonly key: string;
}

/** Matches rows and files: a file belongs to the row with the longest key contained in its base name. */
export interface Join<File extends { name: string }> {
  /** The only file of a row. */
  fileOf(row: KeyedRow): JoinResult<File>;
  /** The number of a file's only row. */
  rowOf(file: File): JoinResult<number>;
}

/** Maximum number of rows that can be matched against files. */
export const MAX_JOINED_ROWS = 250_000;

const SHOWN_CANDIDATES = 5;

/** Names of people are no longer than this; longer keys are titles. */
const MAX_TURNED_WORDS = 5;

/** Letters that NFKD does not decompose, and their usual spelling in file names. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }),
);

/** Accents and Hebrew points. Marks of other scripts are vowels (रीमा is not राम). */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7]/gu;

/** Only letters, their marks and digits by `equalKey`, without accents: the form in which keys and names are compared. */
export function foldKey(text: string): string {
  return equalKey(text)
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replace(/[^a-z0-9]/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}

/**
 * Joins rows and files. A file belongs to the row with the longest folded key contained in its folded base name, so
 * `anna-maria.pdf` belongs to `Anna Maria` and leaves `anna.pdf` to `Anna`. Names with the last word first match too.
 * Several rows may share a file; but if exactly one match is required and there are several, or none, the transaction
 * fails with a message that lists the candidates.
 */
export function joinRowsAndFiles<File extends { name: string }>(
  rows: readonly KeyedRow[],
  files: readonly File[],
): Join<File> {
  const rowsByKey = groupBy(rows, (row) => foldKey(row.key));
  rowsByKey.delete('');
  const longestKey = longestOf(rowsByKey.keys());
  const turned = turnedKeys(rows, rowsByKey);
  const longestTurned = longestOf(turned.keys());
  const keysOfFile = (file: File): string[] => {
    const name = foldBaseName(file);
    const keys = findLongestKeys(name, rowsByKey, longestKey);
    const byLastName = findLongestKeys(name, turned, longestTurned).flatMap((key) => turned.get(key) ?? []);
    // `Kofi` is contained in `Ibáñez, Kofi`, but `Kofi Ibáñez` is the longer match.
    return keys.every((key) => byLastName.some((other) => other.includes(key) && other !== key))
      ? [...new Set(byLastName)]
      : keys;
  };
  const filesByKey = groupBy(
    files.flatMap((file) => keysOfFile(file).map((key) => ({ key, file }))),
    ({ key }) => key,
  );

  return {
    fileOf(row) {
      const key = foldKey(row.key);
      if (key === '') return refuse(`Row ${row.number} has an empty key, so no file can belong to it.`);
      const candidates = (filesByKey.get(key) ?? []).map(({ file }) => file);
      const [file] = candidates;
      if (file === undefined)
        return refuse(`No file belongs to ${quote(row.key)}. ${nameFiles('The files are', files)}`);
      if (candidates.length === 1) return { ok: true, match: file };
      return refuse(`More than one file belongs to ${quote(row.key)}. ${nameFiles('They are', candidates)}`);
    },
    rowOf(file) {
      const candidates = keysOfFile(file).flatMap((key) => rowsByKey.get(key) ?? []);
      const [row] = candidates;
      if (row === undefined)
        return refuse(`No row belongs to ${file.name}. ${nameRows('The rows are', rows)}`);
      if (candidates.length === 1) return { ok: true, match: row.number };
      return refuse(`More than one row belongs to ${file.name}. ${nameRows('They are', candidates)}`);
    },
  };
}

/**
 * Variants of each key: its last word first, folded (`Müller, Ingrid` for the row `Ingrid Müller`, and vice versa), and
 * with German umlauts spelled out (`Ingrid Mueller`), as is common in file names.
 */
function turnedKeys(rows: readonly KeyedRow[], keys: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const turned = new Map<string, string[]>();
  for (const { key } of rows) {
    const whole = foldKey(key);
    for (const written of new Set([key, withoutUmlauts(key)])) {
      const words = written.split(/[\s,]+/).filter((word) => foldKey(word) !== '');
      const isName = words.length <= MAX_TURNED_WORDS;
      for (const cut of new Set(isName ? [0, 1, words.length - 1] : [0])) {
        const other = foldKey([...words.slice(cut), ...words.slice(0, cut)].join(''));
        const known = turned.get(other) ?? [];
        if (!keys.has(other) && !known.includes(whole)) turned.set(other, [...known, whole]);
      }
    }
  }
  turned.delete('');
  return turned;
}

const withoutUmlauts = (text: string): string =>
  text.normalize('NFC').replace(/[äöü]/giu, (letter) => `${letter.normalize('NFD').charAt(0)}e`);

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

/** A file name's letters and digits, and the offsets inside numbers. */
interface FoldedName {
  readonly text: string;
  readonly inNumbers: ReadonlySet<number>;
}

/** `Essay 012` contains neither 1 nor 2, but 12: leading zeros are ignored. */
function foldBaseName({ name }: { name: string }): FoldedName {
  const inNumbers = new Set<number>();
  let text = '';
  let number = '';
  for (const piece of splitExtension(name)[0].split(/(\p{Nd}|[^\p{L}\p{M}\p{N}]+)/u)) {
    const folded = foldKey(piece);
    const isDigit = /^\d$/u.test(folded);
    if (isDigit && /[1-9]/u.test(number)) inNumbers.add(text.length);
    text += folded;
    if (piece !== '') number = isDigit ? number + folded : '';
  }
  return { text, inNumbers };
}

/** Looks up every substring of the name, longest first: a name has few substrings, a table may have many keys. */
function findLongestKeys(
  { text, inNumbers }: FoldedName,
  keys: ReadonlyMap<string, unknown>,
  longestKey: number,
): string[] {
  for (let length = Math.min(text.length, longestKey); length > 0; length -= 1) {
    const found = new Set<string>();
    for (let start = 0; start + length <= text.length; start += 1) {
      const part = text.slice(start, start + length);
      const cutsNumber = inNumbers.has(start) || inNumbers.has(start + length);
      if (!cutsNumber && keys.has(part)) found.add(part);
    }
    if (found.size > 0) return [...found];
  }
  return [];
}

function nameFiles(intro: string, files: readonly { name: string }[]): string {
  return nameCandidates(
    intro,
    files.map((file) => file.name),
  );
}

function nameRows(intro: string, rows: readonly KeyedRow[]): string {
  return nameCandidates(
    intro,
    rows.map((row) => `${row.number} (${row.key})`),
  );
}

function nameCandidates(intro: string, names: readonly string[]): string {
  if (names.length === 0) return 'There are none.';
  const shown = names.slice(0, SHOWN_CANDIDATES).join(', ');
  const more = names.length - SHOWN_CANDIDATES;
  return more > 0 ? `${intro} ${shown} and ${more} more.` : `${intro} ${shown}.`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function longestOf(texts: Iterable<string>): number {
  let longest = 0;
  for (const text of texts) longest = Math.max(longest, text.length);
  return longest;
}
