import { splitExtension } from '../paths/index.js';

/** What belongs to one transaction; or why nothing can be said to, as a sentence for that transaction alone. */
export type JoinResult<Match> = { ok: true; match: Match } | { ok: false; message: string };

/** A row, seen from a join. */
export interface KeyedRow {
  readonly number: number;
  /** The cell of the join's column (COL1, or what MATCH names), as it stands. */
  readonly key: string;
}

/** Rows and files that belong together: a file to the row with the longest key that its base name contains. */
export interface Join<File extends { name: string }> {
  /** The one file of a row. */
  fileOf(row: KeyedRow): JoinResult<File>;
  /** The number of the one row of a file. */
  rowOf(file: File): JoinResult<number>;
}

/** More rows than this cannot be matched against files. */
export const MAX_JOINED_ROWS = 250_000;

const SHOWN_CANDIDATES = 5;

/** Names of people have no more words; what has is a title. */
const MOST_TURNED_WORDS = 5;

/** Letters that are no letter with an accent, as people write them in the names of files. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }),
);

/** Letters and digits alone, without accents, in one case: what keys and names are compared by. */
export function foldKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[^a-z0-9]/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}

/**
 * Joins rows and files. A file goes with the longest of the rows' folded keys that its folded base name contains, so
 * `anna-maria.pdf` belongs to `Anna Maria` and leaves `anna.pdf` to `Anna`. A name may also stand with its last word
 * first. Several rows may share a file; but where one is asked for and there are several, or none, that is the
 * transaction's error, which names the candidates.
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
    // `Kofi` is in `Ibáñez, Kofi`, and `Kofi Ibáñez` is more of it.
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
 * `Müller, Ingrid` for the row `Ingrid Müller`, and the other way round: a key's last word before its others, folded; and
 * `Ingrid Mueller`, as Germans write it in the names of files.
 */
function turnedKeys(rows: readonly KeyedRow[], keys: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const turned = new Map<string, string[]>();
  for (const { key } of rows) {
    const whole = foldKey(key);
    for (const written of new Set([key, withoutUmlauts(key)])) {
      const words = written.split(/[\s,]+/).filter((word) => foldKey(word) !== '');
      const isName = words.length <= MOST_TURNED_WORDS;
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

/** The letters and digits of a file's name, and the places at which a number goes on. */
interface FoldedName {
  readonly text: string;
  readonly inNumbers: ReadonlySet<number>;
}

/** `Essay 012` has no 1 in it and no 2, but a 12: zeros before a number do not count. */
function foldBaseName({ name }: { name: string }): FoldedName {
  const inNumbers = new Set<number>();
  let text = '';
  let number = '';
  for (const piece of splitExtension(name)[0].split(/(\p{Nd}|[^\p{L}\p{N}]+)/u)) {
    const folded = foldKey(piece);
    const isDigit = /^\d$/u.test(folded);
    if (isDigit && /[1-9]/u.test(number)) inNumbers.add(text.length);
    text += folded;
    if (piece !== '') number = isDigit ? number + folded : '';
  }
  return { text, inNumbers };
}

/** Every part of the name is looked up, the longest first: a name has few parts, a table may have many keys. */
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
