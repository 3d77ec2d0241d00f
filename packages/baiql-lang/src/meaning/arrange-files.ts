import { foldName, isName } from '../source/names.js';
import { extensionOf, isLoadable } from '../source/paths.js';
import { LIKELY_TYPES, LOAD_TYPES, type LoadType } from '../vocabulary/file-kinds.js';
import {
  FORMAT_SYNONYMS,
  LOAD_TYPE_SYNONYMS,
  meantBy,
  ONE_EACH,
  OPTION_SYNONYMS,
  REPLY_WORDS,
  SOURCE_FILLERS,
} from '../vocabulary/synonyms.js';
import { type MaskedLine, TEXT } from './masked-line.js';
import { everywhere, like, NAME } from './patterns.js';
import {
  type Arrange,
  IS_TEXT,
  isFiller,
  namesIn,
  numberIn,
  partsOf,
  PATH_LIKE,
  quoted,
  sorted,
} from './parts.js';
import { rowOptions } from './row-options.js';

/** `AS students`: an alias for the loaded table, not a file type. */
const ALIAS = /\s+AS\s+([\p{L}_][\p{L}\p{N}_]*)$/iu;

/** The separator and the header of a table are detected, so options for them are dropped. */
const LAYOUT = everywhere`\s+(?:WITH\s+)?(?:HEADERS?$|(?:DELIMITER|SEPARATOR|SEP)\s*[=:]?\s*(?:${TEXT}|[\w-]+))`;

export function load(rest: MaskedLine): readonly string[] {
  const { head, tails } = rowOptions({ ...rest, text: rest.text.replace(LAYOUT, '') });
  return loadAll(head).flatMap((line) => tails.map((tail) => line + tail));
}

function loadAll({ text, unmask }: MaskedLine): readonly string[] {
  // The value of the last option is missing and cannot be guessed.
  if (/(?<!\bAS\s+)\b(?:SHEET|HEADER|ENCODING|WHERE|SORT|FIRST)$/i.test(text)) return [];
  const alias = ALIAS.exec(text);
  const name = alias?.[1] ?? '';
  if (alias !== null && meantBy(name, LOAD_TYPE_SYNONYMS) === null)
    return loadNamed(name, { text: text.slice(0, alias.index), unmask });
  const parts = partsOf(text);
  const [first = '', second = '', ...others] = parts;
  // Only AS is missing.
  if (others.length === 0 && LOAD_TYPES.some((each) => each === second))
    return [`LOAD ${first} AS ${second}`];
  const at = parts.findIndex((part, index) => index > 0 && meantBy(part, COLUMN_WORDS) !== null);
  const read = sorted('LOAD', at < 0 ? parts : parts.slice(0, at));
  const path = pathOf(read?.rest ?? []);
  const column = at < 0 ? '' : columnOf(parts.slice(at + 1));
  const { options = [] } = read ?? {};
  // `LOAD FOLDER "essays" AS WORK`: the word after AS wins.
  const stated = /\bAS\s+(\w+)/i.exec(text)?.[1]?.toUpperCase();
  const option = options.length > 1 ? options.find((each) => each === stated) : (options[0] ?? null);
  if (option === undefined || path === null || column === null) return [];
  if (options.some((each) => !LOAD_TYPES.some((known) => known === each))) return [];
  const plain = unmask(path).slice(1, -1);
  const [type = null] = LOAD_TYPES.filter((each) => option === each);
  const isWord = parts.some((part) => part.toUpperCase() === type);
  // `LOAD "cvs/" AS PDF`: a type that doesn't fit the path gives way to the path's own.
  const usual = type !== null && (isWord || isLoadable(plain, type)) ? type : plainTypeOf(plain);
  return usual === null || !isLoadable(plain, usual) ? [] : [`LOAD ${path} AS ${usual}${column}`];
}

/** A named document becomes a text with that name. Rows and files already have names. */
function loadNamed(name: string, { text, unmask }: MaskedLine): readonly string[] {
  const path = IS_TEXT.test(text) ? unmask(text).slice(1, -1) : '';
  const isDocument = LIKELY_TYPES[extensionOf(path)]?.[0] === 'REF';
  if (isDocument && isName(name)) return [`GET ${name} FROM FILE ${text}`];
  return loadAll({ text, unmask });
}

const COLUMN_WORDS = { MATCH: OPTION_SYNONYMS.MATCH };

/** The column to match a table by; null if missing. */
function columnOf(parts: readonly string[]): string | null {
  const named = parts.filter((part) => !/^(?:COLUMN|COL|BY|ON|WITH)$/i.test(part));
  const [only] = named;
  if (only === undefined) return null;
  return ` MATCH ${named.length === 1 && (IS_TEXT.test(only) || isName(only)) ? only : quoted(named.join(' '))}`;
}

/** The path that the parts form, in quotes; null if they form none. */
function pathOf(parts: readonly string[]): string | null {
  const last = parts.at(-1) ?? '';
  if (parts.length === 1 && IS_TEXT.test(last)) return last;
  const isSeveral = parts.slice(0, -1).some((part) => IS_TEXT.test(part) || PATH_LIKE.test(part));
  return PATH_LIKE.test(last) && !isSeveral ? quoted(parts.join(' ')) : null;
}

/** The LOAD type implied by a path: FILE for a table, DIR for a folder. Null if ambiguous. */
function plainTypeOf(path: string): LoadType | null {
  if (path.endsWith('/') || path.includes('*')) return isLoadable(path, 'DIR') ? 'DIR' : null;
  return LIKELY_TYPES[extensionOf(path)]?.[0] === 'FILE' ? 'FILE' : null;
}

const endingOf = (part: string): string | null => meantBy(part, FORMAT_SYNONYMS);

/** `FIELDS (score, reason)`, `FIELDS ["score", "reason"]`. */
const LISTED_FIELDS = like`\b(?:FIELDS?|KEYS|COLUMNS)\b[\s:=]*[([{]?((?:${TEXT}|[\p{L}\p{N}_,;\s])+)[)\]}]?$`;
/** `SAVE REPLY AS SCORE`, `store the result in score`: assigns the reply to a variable and writes no file. */
const REPLY_AS = like`^(?:THE\s+)?${REPLY_WORDS}\s+(?:AS|IN|TO|INTO|ALS|COMO|COMME|DANS|EN)\s+(\S+)$`;

/** `SAVE STUDENT, SCORE TO "o.csv"`: columns and a path. */
const NAMES_TO = like`^([^"]+?)\s+(?:TO|INTO|IN|AS|ALS|DANS|EN)\s+(${TEXT}|\S+\.\w+)$`;

export function output(rest: MaskedLine): readonly string[] {
  const { head, tails } = rowOptions(rest);
  return outputAll(head).flatMap((line) =>
    tails.filter((tail) => IN_OUTPUT.test(tail)).map((tail) => line + tail.replace(' FIRST ', ' TOP ')),
  );
}

/** The row options that an OUTPUT accepts: order and count. */
const IN_OUTPUT = /^(?: SORT BY \S+(?: DESC)?)?(?: FIRST \d+)?$/;

function outputAll({ text, unmask }: MaskedLine): readonly string[] {
  const name = REPLY_AS.exec(text)?.[1] ?? '';
  if (isName(name)) return [`GET ${name.toUpperCase()}`];
  const [, list = '', file = ''] = NAMES_TO.exec(text) ?? [];
  const columns = namesIn(list) ?? [];
  if (columns.length > 0 && !columns.some((each) => isFiller(each) || meantBy(each, OUTPUT_WORDS) !== null)) {
    // A lowercase word may also stand for the reply.
    const isListed = columns.every((each) => isName(each) && each === each.toUpperCase());
    const lines = isListed ? outputAll({ text: file, unmask }) : [];
    return lines.map((line) => `${line}\nTRACK ${columns.join(', ')}`);
  }
  if (/\b(?:FORMAT|FIELDS)$/i.test(text)) return [];
  const listed = LISTED_FIELDS.exec(text);
  // The field "Total Points" matches the name Total_Points.
  const asName = (key: string): string => key.trim().replace(/[\s-]+/g, '_');
  const fields = namesIn(unmask(listed?.[1] ?? '').replace(/"([^"]*)"/g, (_, key: string) => asName(key)));
  const before = listed === null ? text : text.slice(0, listed.index);
  const parts = partsOf(before.replace(ONE_EACH, ' SEPARATE'));
  const isFormat = (part: string | undefined): boolean => part?.toUpperCase() === 'FORMAT';
  const at = parts.findIndex((_, index) => isFormat(parts[index - 1]));
  const reply = meantBy(unmask(parts[at] ?? ''), REPLY_FORMATS);
  const unsaid = parts.filter((part, index) => !isFormat(part) && (index !== at || reply === null));
  const ending = unsaid.map(endingOf).findLast((each) => each !== null) ?? null;
  const others = unsaid.filter((part) => endingOf(part) === null);
  const read = sorted('OUTPUT', others);
  const path = pathOf(read?.rest ?? []);
  if (read === null || path === null || fields === null) return [];
  if (read.options.some((option) => !GROUPINGS.includes(option))) return [];
  // COLUMNS lists what TRACK adds, and the reply is always a column; FIELDS lists the fields of a JSON reply.
  const isTracked = reply !== 'json' && /^COLUMNS/i.test(listed?.[0] ?? '');
  const tracked = isTracked ? fields.filter((name) => !REPLY_WORDS.includes(name.toUpperCase())) : [];
  const plain = unmask(path).slice(1, -1);
  const named =
    ending === null || extensionOf(plain) === ending ? plain : `${plain.replace(/\.\w+$/, '')}.${ending}`;
  return [
    [
      'OUTPUT',
      quoted(named),
      ...read.options.slice(-1),
      ...(reply === null ? [] : [`FORMAT ${reply}`]),
      ...(isTracked || fields.length === 0 ? [] : [`FIELDS ${fields.join(', ')}`]),
    ].join(' ') + (tracked.length === 0 ? '' : `\nTRACK ${tracked.join(', ')}`),
  ];
}

const GROUPINGS = ['AGGREGATE', 'SEPARATE', 'MATCH'];

/** Words between SAVE and a path that aren't columns. */
const OUTPUT_WORDS = { ...FORMAT_SYNONYMS, REPLY: REPLY_WORDS, ...OPTION_SYNONYMS };

const REPLY_FORMATS = { json: [], txt: ['TEXT', 'PLAIN'] };

const SOURCES = {
  COL: OPTION_SYNONYMS.COL,
  JSON: OPTION_SYNONYMS.JSON,
  MATCH: OPTION_SYNONYMS.MATCH,
};
const sourceOf = (part: string): string | null => meantBy(part, SOURCES);

/** `GET SCORE, REASON FROM JSON`, `EXTRACT score, reason`: several values need a JSON reply. */
const SEVERAL = like`^(${NAME}(?:\s*,\s*${NAME})+)(?:\s+FROM\s+JSON)?$`;
const BELOW = `(?:\\.${NAME}|\\[\\d+\\])`;
const JSON_WORDS = ['JSON', ...REPLY_WORDS];
/** `GET score AS SCORE`, `GET reply.score INTO SCORE`: a lowercase field. */
const FIELD_AS = like`^(?:${JSON_WORDS}\.)?(${NAME}${BELOW}*)\s+(?:AS|INTO|ALS|COMO)\s+(${NAME})$`;

const OWN = `^(${NAME})(?![\\p{L}\\p{N}_]).*?`;
/** Sources without quotes: `FROM JSON data.score`; `JSON.score`, `REPLY->score`; `FROM MATCH [0-9]+`. */
const BARE_SOURCES: readonly (readonly [RegExp, string])[] = [
  [like`${OWN}\bJSON[\s(]+(${NAME}${BELOW}+)[)\]]?$`, 'GET $1 FROM JSON "$2"'],
  [like`${OWN}\b${JSON_WORDS}(?:\.|\[|->>?)(${NAME}${BELOW}*)[)\]]?$`, 'GET $1 FROM JSON "$2"'],
  [like`${OWN}\bFROM\s+MATCH\s+((?!.*${TEXT}).*(?:[[)]|\\\p{L}).*)$`, 'GET $1 FROM MATCH "$2"'],
];

export function get({ text, unmask }: MaskedLine): readonly string[] {
  const names = SEVERAL.exec(text)?.[1]?.split(/\s*,\s*/);
  if (names !== undefined)
    return [names.map((each) => `GET ${each} FROM JSON ${quoted(each.toLowerCase())}`).join('\n')];
  const [bare, written] = BARE_SOURCES.find(([form]) => form.test(text)) ?? [];
  if (bare !== undefined && written !== undefined) return [text.replace(bare, written)];
  const [, named = '', as = ''] = FIELD_AS.exec(text) ?? [];
  const isField =
    /^\p{Ll}/u.test(named) && !REPLY_WORDS.includes(named.toUpperCase()) && sourceOf(named) === null;
  return isField ? [`GET ${as} FROM JSON ${quoted(named)}`] : getOne({ text, unmask });
}

function getOne({ text, unmask }: MaskedLine): readonly string[] {
  const all = partsOf(text.replace(/[:{}[\]]/g, ' '));
  const parts = all
    .filter((part) => !SOURCE_FILLERS.includes(part.toUpperCase()))
    .flatMap((part, index) => (index === 0 ? part : (numberedColumn(part) ?? part)));
  const isReply = (part: string): boolean => REPLY_WORDS.includes(part.toUpperCase());
  const source = parts.map(sourceOf).find((each) => each !== null) ?? null;
  const value = parts.find((part) => IS_TEXT.test(part));
  const number = parts.map((part) => numberIn(part)).find((each) => each !== null) ?? null;
  const hasValue = value !== undefined || number !== null;
  const words = parts.filter((part) => isName(part) && !isReply(part) && sourceOf(part) === null);
  const [own] = words;
  const inText = value === undefined ? '' : unmask(value).slice(1, -1);
  const name = own ?? (isName(inText) ? foldName(inText) : null);
  if (name === null) return [];

  // `FROM COL Home town` names a header as the table spells it; `FROM COL B` names a spreadsheet column.
  const header = all.slice(all.findIndex((part) => sourceOf(part) === 'COL') + 1).join(' ');
  const letter = /^[A-Z]$/.test(header) ? header.charCodeAt(0) - 64 : null;
  if (source === 'COL' && !hasValue && parts[0] === own && (letter !== null || header.length > 1))
    return [`GET ${name} FROM COL ${letter ?? quoted(header)}`];
  // Missing parts cannot be guessed, except the field of a JSON reply.
  const isCut = /\b(?:FROM|FILE)$/i.test(text) || (source !== null && /\b(?:AUS|DE)$/i.test(text));
  if (isCut || (source !== null && source !== 'JSON' && !hasValue)) return [];
  // A part that is neither the name nor the reply is the source: `FROM Class`, `FROM roster.csv`.
  const isPlain = parts.every((part) => part === own || part === value || isReply(part));
  if (source === null && number === null && (value === undefined || own === undefined))
    return isPlain ? [`GET ${name}`] : [];
  const isColumn = source === 'COL' || (source === null && value === undefined);
  if (isColumn && number !== null) return [`GET ${name} FROM COL ${number}`];
  const field = value ?? quoted(words.find((word) => word !== own) ?? name.toLowerCase());
  return [`GET ${name} FROM ${source ?? 'JSON'} ${own === undefined ? quoted(inText.toLowerCase()) : field}`];
}

/** `COL2`, `SPALTE2`: the word and its number. */
function numberedColumn(part: string): readonly string[] | null {
  const [, word = '', number = ''] = /^(\p{L}+)(\d+)$/u.exec(part) ?? [];
  return sourceOf(word) === 'COL' ? [word, number] : null;
}

/** `PATH_IN my folder/june`: everything after the command is the path. */
export const path: Arrange = ({ text }, command) => {
  const parts = partsOf(text).filter((part) => !isFiller(part));
  const whole = pathOf(parts) ?? (parts.some((part) => IS_TEXT.test(part)) ? null : quoted(parts.join(' ')));
  return whole === null || parts.length === 0 ? [] : [`${command} ${whole}`];
};
