import { foldName, isName } from '../source/names.js';
import { extensionOf, isLoadable } from '../source/paths.js';
import { LIKELY_TYPES, OUTPUT_FORMATS } from '../vocabulary/file-kinds.js';
import {
  FORMAT_SYNONYMS,
  LOAD_TYPE_SYNONYMS,
  meantBy,
  ONE_EACH,
  OPTION_SYNONYMS,
  REPLY_WORDS,
  SOURCE_FILLERS,
} from '../vocabulary/synonyms.js';
import { LOAD_TYPES, type LoadType } from '../vocabulary/vocabulary.js';
import { TEXT } from './masked-line.js';
import { type Arrange, IS_TEXT, isFiller, numberIn, partsOf, PATH_LIKE, quoted } from './parts.js';

export const load: Arrange = ({ text, unmask }) => {
  const parts = partsOf(text.replace(/[(),;]/g, ' '));
  const [first = '', second = '', ...others] = parts;
  // Only AS is missing.
  if (others.length === 0 && LOAD_TYPES.some((each) => each === second))
    return [`LOAD ${first} AS ${second}`];
  let path: string | null = null;
  let type: LoadType | null = null;
  let isWord = false;
  let match: string | null = null;
  const loose: string[] = [];
  for (const [index, part] of parts.entries()) {
    const upper = part.toUpperCase();
    if (path !== null && meantBy(part, { MATCH: OPTION_SYNONYMS.MATCH ?? [] }) === 'MATCH') {
      const rest = parts.slice(index + 1).filter((each) => !/^(?:COLUMN|COL)$/i.test(each));
      const [only] = rest;
      if (only === undefined) return [];
      match = rest.length === 1 && (IS_TEXT.test(only) || isName(only)) ? only : quoted(rest.join(' '));
      break;
    }
    if (path === null && (IS_TEXT.test(part) || PATH_LIKE.test(part))) {
      path = [...loose, part].join(' ');
      loose.length = 0;
      continue;
    }
    const named = meantBy(part, LOAD_TYPE_SYNONYMS) ?? upper;
    const known = LOAD_TYPES.find((each) => each === upper) ?? LOAD_TYPES.find((each) => each === named);
    if (known !== undefined && type === null) {
      type = known;
      isWord = known === upper;
    } else if (!isFiller(part)) loose.push(part);
  }
  if (path === null || loose.length > 0) return [];
  const plain = unmask(path).replace(/^"|"$/g, '');
  // `LOAD "cvs/" AS PDF`: what the files are, not what they are for.
  const usual = type !== null && (isWord || isLoadable(plain, type)) ? type : plainTypeOf(plain);
  if (usual === null || !isLoadable(plain, usual)) return [];
  const written = IS_TEXT.test(path) ? path : quoted(path);
  return [`LOAD ${written} AS ${usual}${match === null ? '' : ` MATCH ${match}`}`];
};

/** The type that a path by itself calls for: a table is a FILE, a folder a DIR. Null when it may be several. */
function plainTypeOf(path: string): LoadType | null {
  if (path.endsWith('/') || path.includes('*')) return isLoadable(path, 'DIR') ? 'DIR' : null;
  return LIKELY_TYPES[extensionOf(path)]?.[0] === 'FILE' ? 'FILE' : null;
}

const FORMATS: ReadonlyMap<string, string> = new Map(OUTPUT_FORMATS.map((format) => [format, format]));

const endingOf = (part: string): string | null =>
  FORMATS.get(part.toLowerCase()) ?? meantBy(part, FORMAT_SYNONYMS);

/** `FIELDS (score, reason)`, `FIELDS ["score", "reason"]`. */
const LISTED_FIELDS = new RegExp(
  `\\b(?:FIELDS?|KEYS|COLUMNS)\\b[\\s:=]*[([{]?((?:${TEXT}|[\\p{L}\\p{N}_,;\\s])+)[)\\]}]?$`,
  'iu',
);
export const output: Arrange = ({ text, unmask }) => {
  if (/\b(?:FORMAT|FIELDS)$/i.test(text)) return [];
  const listed = LISTED_FIELDS.exec(text);
  const fields = unmask(listed?.[1] ?? '')
    .replaceAll('"', '')
    .split(/[\s,;]+/)
    .filter((field) => field !== '');
  const before = listed === null ? text : text.slice(0, listed.index);
  const parts = partsOf(
    before
      .replace(ONE_EACH, ' SEPARATE')
      .replace(/[(),;]/g, ' ')
      .replace(/\bFORMAT\s*[=:]\s*/gi, 'FORMAT '),
  );
  let path: string | null = null;
  let grouping: string | null = null;
  let reply: string | null = null;
  let ending: string | null = null;
  const loose: string[] = [];
  for (const [index, part] of parts.entries()) {
    const upper = part.toUpperCase();
    const previous = parts[index - 1]?.toUpperCase();
    const option = ['AGGREGATE', 'SEPARATE', 'MATCH'].find((each) => each === upper);
    if (path === null && (IS_TEXT.test(part) || PATH_LIKE.test(part)))
      path = [...loose.splice(0), part].join(' ');
    else if (option !== undefined) grouping = option;
    else if (previous === 'FORMAT' && ['JSON', 'TXT', 'TEXT', 'PLAIN'].includes(upper)) {
      reply = upper === 'JSON' ? 'json' : 'txt';
    } else if (previous === 'FORMAT' && endingOf(part) === null) return [];
    else if (endingOf(part) !== null) ending = endingOf(part);
    else if (upper !== 'FORMAT' && !isFiller(part)) {
      const meant = meantBy(part, OPTION_SYNONYMS);
      if (meant === 'AGGREGATE' || meant === 'SEPARATE') grouping = meant;
      else if (path === null) loose.push(part);
      else return [];
    }
  }
  if (path === null || (path.includes(' ') && new RegExp(TEXT).test(path))) return [];
  const plain = unmask(path).replace(/^"|"$/g, '');
  const named =
    ending === null || extensionOf(plain) === ending ? plain : `${plain.replace(/\.\w+$/, '')}.${ending}`;
  const options = [
    grouping,
    reply === null ? null : `FORMAT ${reply}`,
    fields.length === 0 ? null : `FIELDS ${fields.join(', ')}`,
  ].filter((option) => option !== null);
  return [['OUTPUT', quoted(named), ...options].join(' ')];
};

const SOURCES = new Set(['COL', 'JSON', 'MATCH']);

/** `GET SCORE, REASON FROM JSON`. */
const SEVERAL = /^([\p{L}_][\p{L}\p{N}_]*(?:\s*,\s*[\p{L}_][\p{L}\p{N}_]*)+)\s+FROM\s+JSON$/iu;
/** `FROM JSON data.score`, `JSON items[0].name`. */
const BARE_FIELD = /(?<=\bJSON[\s(]+)[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*|\[\d+\])+(?=\)?$)/iu;

export const get: Arrange = ({ text, unmask }) => {
  const names = SEVERAL.exec(text)?.[1]?.split(/\s*,\s*/);
  if (names !== undefined)
    return [names.map((each) => `GET ${each} FROM JSON ${quoted(each.toLowerCase())}`).join('\n')];
  const field = BARE_FIELD.exec(text)?.[0];
  const own = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(text)?.[0];
  if (field !== undefined && own !== undefined) return [`GET ${own} FROM JSON ${quoted(field)}`];
  return getOne({ text, unmask });
};

const getOne: Arrange = ({ text, unmask }) => {
  const parts = partsOf(text.replace(/[(),;=:{}]/g, ' ')).filter(
    (part) => !SOURCE_FILLERS.includes(part.toUpperCase()),
  );
  const isReply = (part: string): boolean => REPLY_WORDS.includes(part.toUpperCase());
  const own = parts.find(
    (part) => isName(part) && !isReply(part) && sourceOf(part) === null && !IS_TEXT.test(part),
  );
  const source = parts.map(sourceOf).find((each) => each !== null) ?? null;
  const value = parts.find((part) => IS_TEXT.test(part));
  const number = parts.map((part) => numberIn(part)).find((each) => each !== null) ?? null;
  const second = parts.find(
    (part) => isName(part) && part !== own && !isReply(part) && sourceOf(part) === null,
  );
  const inText = value === undefined ? null : unmask(value).slice(1, -1);
  const asName = inText !== null && isName(inText) ? foldName(inText) : null;
  const name = own ?? asName;
  if (name === null) return [];
  const kind = source ?? (number !== null && value === undefined ? 'COL' : 'JSON');
  // What is missing cannot be guessed, but for the field of a JSON reply.
  const isMissing =
    /\b(?:FROM|FILE|AUS|DE)$/i.test(text) || (kind !== 'JSON' && value === undefined && number === null);
  if (isMissing && (source !== null || /\b(?:FROM|FILE)$/i.test(text))) return [];
  const isAlone = source === null && number === null && (value === undefined || own === undefined);
  if (isAlone) return [`GET ${name}`];
  if (kind === 'COL' && number !== null) return [`GET ${name} FROM COL ${number}`];
  const field = value ?? quoted(second ?? name.toLowerCase());
  return [`GET ${name} FROM ${kind} ${own === undefined ? quoted((inText ?? name).toLowerCase()) : field}`];
};

function sourceOf(part: string): string | null {
  const meant = meantBy(part, OPTION_SYNONYMS);
  return meant !== null && SOURCES.has(meant) ? meant : null;
}

export const path =
  (command: string): Arrange =>
  ({ text }) => {
    const parts = partsOf(text.replace(/[(),;=]/g, ' ')).filter((part) => !isFiller(part));
    const [only = ''] = parts;
    if (parts.length === 0) return [];
    if (parts.length === 1 && IS_TEXT.test(only)) return [`${command} ${only}`];
    return parts.some((part) => IS_TEXT.test(part)) ? [] : [`${command} ${quoted(parts.join(' '))}`];
  };
