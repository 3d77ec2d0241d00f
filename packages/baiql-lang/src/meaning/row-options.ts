import { nameOfHeader } from '../source/names.js';
import { COUNT_WORDS, meantBy, ROW_SYNONYMS } from '../vocabulary/synonyms.js';
import { readingsOf } from './conditions.js';
import type { MaskedLine } from './masked-line.js';
import { TEXT } from './masked-line.js';
import { like, NAME } from './patterns.js';
import { IS_TEXT, numberIn, quoted } from './parts.js';

/** Row options after a path: `ORDER BY Score DESCENDING`, `where city == "Rome"`. */
export interface RowOptions {
  /** The text before the options, including the type of a LOAD that follows them. */
  readonly head: MaskedLine;
  /** Possible readings of the options, best first; empty if one of them cannot be read. */
  readonly tails: readonly string[];
}

const { SHEET, ENCODING, WHERE, SORT, FIRST, PAIRS, DESC, ASC } = ROW_SYNONYMS;
/** Numerals as words. */
const COUNTS = `(?:${Object.values(COUNT_WORDS).flat().join('|')})\\b`;
const BEGINNING = [
  String.raw`${words(SHEET)}\s*[=:]?\s*(?:${TEXT}|\d)`,
  String.raw`HEADERS?(?:\s*[=:]\s*|\s+(?:IN\s+|IS\s+)?(?:(?:ROW|LINE)\s+)?)(?:\d|${COUNTS})`,
  String.raw`${words(ENCODING)}\s*[=:]?\s*[^\s=:]`,
  String.raw`${words(WHERE)}(?:\s*:)?\s+[^\s]`,
  String.raw`${words(SORT)}(?:\s+BY)?\s+(?!BY\b|${words([...DESC, ...ASC])}$)\S`,
  String.raw`${words(FIRST)}\s+(?:\d|${COUNTS})`,
  String.raw`(?:AS\s+|IN\s+)?${words(PAIRS)}(?=\s|$)`,
].join('|');
const BEGINS = new RegExp(String.raw`(?<!\bONLY)\s+(?=${BEGINNING})`, 'iu');
const TYPE = like`\s+AS\s+(?:FILE|DIR|WORK|LINES|REF)(?=\s|$)`;

function words(list: readonly string[]): string {
  return `(?:${list.join('|').replaceAll('_', '\\s+')})`;
}

/** Separates the row options from the text before them. */
export function rowOptions({ text, unmask }: MaskedLine): RowOptions {
  const at = BEGINS.exec(text)?.index ?? text.length;
  const type = TYPE.exec(text.slice(at))?.[0] ?? '';
  const optionText = text.slice(at).replace(type, '');
  // Ambiguous: a rate on its own line, as in BAIQL, or a number of rows, as in SQL.
  if (/^\s*LIMIT\s+\d+\s*$/i.test(optionText)) return { head: { text, unmask }, tails: [] };
  const options = optionText === '' ? [] : optionText.split(BEGINS).filter((option) => option.trim() !== '');
  const tails = options.reduce<readonly string[]>(
    (before, option) => {
      const written = writeOption(option.trim());
      return before.flatMap((tail) => written.map((each) => `${tail} ${each}`));
    },
    [''],
  );
  return { head: { text: text.slice(0, at) + type, unmask }, tails };
}

function writeOption(text: string): readonly string[] {
  for (const [pattern, write] of OPTIONS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const written = write(found.slice(1));
    return typeof written === 'string' ? [written] : written;
  }
  return [];
}

type Write = (found: readonly (string | undefined)[]) => string | readonly string[];

/** `[First name]` */
const IN_SQL = /\[([\p{L}][\p{L}\p{N}_ -]*)\]/gu;

const column = (written: string): string => (IS_TEXT.test(written) ? written : quoted(written));

function numbered(option: string, written: string | undefined): string | readonly string[] {
  const number = numberIn(written);
  return number === null ? [] : `${option} ${number}`;
}

const OPTIONS: readonly (readonly [RegExp, Write])[] = [
  [like`^${words(SHEET)}\s*[=:]?\s*(${TEXT}|\d+)$`, ([sheet = '']) => `SHEET ${sheet}`],
  [like`^HEADERS?[\s:=]*(?:(?:IN|IS|ROW|LINE)\s+)*(\d+|\p{L}+)$`, ([row]) => numbered('HEADER', row)],
  [like`^${words(ENCODING)}\s*[=:]?\s*(${TEXT}|[\w-]+)$`, ([name = '']) => `ENCODING ${column(name)}`],
  [
    like`^${words(WHERE)}(?:\s*:)?\s+(.+)$`,
    // `[Points]` and `Points` in backticks, as in SQL.
    ([condition = '']) =>
      readingsOf(condition.replace(IN_SQL, (_, name: string) => nameOfHeader(name))).map(
        (each) => `WHERE ${each}`,
      ),
  ],
  [
    like`^${words(SORT)}(?:\s+BY)?\s+(${TEXT}|${NAME}(?:\s+${NAME})*?)(?:\s+(${[...DESC, ...ASC]}))?$`,
    ([name = '', order = '']) =>
      `SORT BY ${column(name)}${meantBy(order, ROW_SYNONYMS) === 'DESC' ? ' DESC' : ''}`,
  ],
  [
    like`^${words(FIRST)}\s+(\d+|\p{L}+)(?:\s+(?:ROWS?|LINES?|FILES?|PAIRS?))?$`,
    ([count]) => numbered('FIRST', count),
  ],
  [like`^(?:AS\s+|IN\s+)?${words(PAIRS)}$`, () => 'PAIRS'],
];
