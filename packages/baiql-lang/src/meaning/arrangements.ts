import { extensionOf } from '../source/paths.js';
import { foldName, isName } from '../source/names.js';
import { OUTPUT_FORMATS } from '../vocabulary/file-kinds.js';
import {
  CLOSING_WORDS,
  LOAD_TYPE_SYNONYMS,
  meantBy,
  OPTION_SYNONYMS,
  REPLY_WORDS,
} from '../vocabulary/synonyms.js';
import { plainTypeOf } from '../parsing/load-types.js';
import { LOAD_TYPES } from '../vocabulary/vocabulary.js';
import { readingsOf } from './conditions.js';
import { TEXT } from './masked-line.js';

/** What follows a command, masked, and how to see what a text says. */
export interface Rest {
  readonly text: string;
  readonly unmask: (text: string) => string;
}

/** The ways in which what follows a command may have been meant, the likeliest first; whole lines, masked. */
export type Arrange = (rest: Rest) => readonly string[];

const IS_TEXT = new RegExp(`^${TEXT}$`);
const PATH_LIKE = /^[^\s"]*[./\\*][^\s"]*$/;
const NUMBER = /^-?[$€£]?(\d+(?:[.,]\d+)?|\.\d+)(?:x|[$€£%])?$/i;

/** Words between the parts of a line that say nothing. */
const FILLERS = new Set(
  'THE A AN TO INTO IN AS FROM OF WITH FILE FILES CALLED NAMED RESULT RESULTS REPLY REPLIES IT THIS ALL IS BE USE USING AUS ALS IN NACH DIE DER DAS DEN MIT EN COMO COMME DANS LE LA LES UN UNE DEPUIS DESDE EL LOS EM PER AND ='.split(
    ' ',
  ),
);

const isFiller = (word: string): boolean => FILLERS.has(word.toUpperCase()) || /^[=:,;>-]+$/.test(word);

/** Parts between blanks; signs that glue an option to its value are taken for blanks. */
const partsOf = (text: string): string[] =>
  text
    .replace(/(?<=[\p{L}])\s*[=:]\s*(?=[\d.$€])/gu, ' ')
    .split(/\s+/)
    .filter((part) => part !== '');

const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

/** A number as the language writes it; null for anything else. */
function numberIn(part: string | undefined): string | null {
  const digits = part === undefined ? undefined : NUMBER.exec(part)?.[1];
  if (digits === undefined) return null;
  return digits.replace(',', '.').replace(/^\./, '0.');
}

const load: Arrange = ({ text, unmask }) => {
  const parts = partsOf(text.replace(/[(),;]/g, ' '));
  let path: string | null = null;
  let type: string | null = null;
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
    const known = LOAD_TYPES.find((each) => each === upper) ?? meantBy(part, LOAD_TYPE_SYNONYMS);
    if (known !== null && type === null) type = known;
    else if (!isFiller(part)) loose.push(part);
  }
  if (path === null || loose.length > 0) return [];
  const plain = unmask(path).replace(/^"|"$/g, '');
  const usual = type ?? plainTypeOf(plain);
  if (usual === null) return [];
  const written = IS_TEXT.test(path) ? path : quoted(path);
  return [`LOAD ${written} AS ${usual}${match === null ? '' : ` MATCH ${match}`}`];
};

const ENDINGS: ReadonlySet<string> = new Set([...OUTPUT_FORMATS, 'excel', 'word']);

const output: Arrange = ({ text, unmask }) => {
  if (/\b(?:FORMAT|FIELDS)$/i.test(text)) return [];
  const listed = /\b(?:FIELDS?|KEYS|COLUMNS)\b[\s:=]*\(?([\p{L}\p{N}_,;\s]+)\)?$/iu.exec(text);
  const fields = (listed?.[1] ?? '').split(/[\s,;]+/).filter((field) => field !== '');
  const before = listed === null ? text : text.slice(0, listed.index);
  const parts = partsOf(before.replace(/[(),;]/g, ' ').replace(/\bFORMAT\s*[=:]\s*/gi, 'FORMAT '));
  let path: string | null = null;
  let grouping: string | null = null;
  let reply: string | null = null;
  let ending: string | null = null;
  for (const [index, part] of parts.entries()) {
    const upper = part.toUpperCase();
    const previous = parts[index - 1]?.toUpperCase();
    const option = ['AGGREGATE', 'SEPARATE', 'MATCH'].find((each) => each === upper);
    if (path === null && (IS_TEXT.test(part) || PATH_LIKE.test(part))) path = part;
    else if (option !== undefined) grouping = option;
    else if (previous === 'FORMAT' && ['JSON', 'TXT', 'TEXT', 'PLAIN'].includes(upper)) {
      reply = upper === 'JSON' ? 'json' : 'txt';
    } else if (previous === 'FORMAT' && !ENDINGS.has(part.toLowerCase())) return [];
    else if (OUTPUT_FORMATS.some((format) => format === part.toLowerCase())) ending = part.toLowerCase();
    else if (upper === 'EXCEL') ending = 'xlsx';
    else if (upper === 'WORD') ending = 'docx';
    else if (upper !== 'FORMAT' && !isFiller(part)) {
      const meant = meantBy(part, OPTION_SYNONYMS);
      if (meant !== 'AGGREGATE' && meant !== 'SEPARATE') return [];
      grouping = meant;
    }
  }
  if (path === null) return [];
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

const get: Arrange = ({ text, unmask }) => {
  const parts = partsOf(text.replace(/[(),;=:{}]/g, ' ')).filter(
    (part) => !/^(?:FROM|AS|OF|IN|INTO|THE|AUS|DE|TO)$/i.test(part),
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

/** Options of a number each, in whatever way they are written: `TEMP=0.2`, `temperature: 0,2`. */
function counted(
  parts: readonly string[],
  known: readonly string[],
): { rest: string[]; options: string[] } | null {
  const rest: string[] = [];
  const options: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? '';
    const pair = `${part}${parts[index + 1] ?? ''}`;
    const isPair =
      /^\p{L}+$/u.test(part) &&
      known.includes(meantBy(pair, OPTION_SYNONYMS) ?? '') &&
      numberIn(parts[index + 2]) !== null;
    const option = meantBy(isPair ? pair : part, OPTION_SYNONYMS);
    if (option === null || !known.includes(option)) {
      rest.push(part);
      continue;
    }
    index += isPair ? 2 : 1;
    const number = numberIn(parts[index]);
    if (number === null) return null;
    options.push(`${option} ${number}`);
  }
  return { rest, options };
}

const model: Arrange = ({ text }) => {
  const read = counted(partsOf(text.replace(/[(),;]/g, ' ')), ['TEMP', 'TOP_P', 'MAX_TOKENS']);
  if (read === null) return [];
  const named = read.rest.filter((part) => !isFiller(part));
  if (named.length === 0) return [];
  const [only = ''] = named;
  const name = named.length === 1 && IS_TEXT.test(only) ? only : quoted(named.join('-'));
  return named.some((part) => IS_TEXT.test(part)) && named.length > 1
    ? []
    : [['MODEL', name, ...read.options].join(' ')];
};

const PER_MINUTE =
  /\s*(?:\/|PER|A|EACH|PRO|PAR|POR|JE)\s*(?:MIN(?:UTE|UTO)?)\b\.?|\b(?:RPM|XACTS?|REQUESTS?|TRANSACTIONS?|CALLS?|ROWS?|ANFRAGEN|APPELS|PETICIONES)\b/giu;

const limit: Arrange = ({ text }) => {
  const money = /[$€£]|\b(?:USD|DOLLARS?|EUR|EUROS?)\b/i.test(text);
  const cleaned = text
    .replace(PER_MINUTE, ' ')
    .replace(/[(),;]/g, ' ')
    .replace(/\b(?:MAX|TO|OF|IS|AT)\b/gi, ' ');
  const plain = cleaned.replace(/(?<=[\d])\s*(?:USD|DOLLARS?|EUR|EUROS?)\b/gi, '').replace(/[$€£]/g, '');
  const read = counted(partsOf(plain), ['PARALLEL', 'COST']);
  if (read === null) return [];
  const [first, ...more] = read.rest;
  const number = numberIn(first);
  if (more.length > 0 || (first !== undefined && number === null)) return [];
  if (number !== null && money && read.options.length === 0) return [`LIMIT COST ${number}`];
  return [['LIMIT', ...(number === null ? [] : [number]), ...read.options].join(' ')];
};

const COUNT_WORDS: Readonly<Record<string, string>> = {
  ONCE: '1',
  TWICE: '2',
  TWO: '2',
  THREE: '3',
  FOUR: '4',
  FIVE: '5',
  ZWEIMAL: '2',
  DREIMAL: '3',
  ZWEI: '2',
  DREI: '3',
  DEUX: '2',
  TROIS: '3',
  DOS: '2',
  TRES: '3',
};

const loop: Arrange = ({ text }) => {
  const bare = text
    .replace(/\s*[:;{]\s*$/, '')
    .replace(/^\(([^()]*)\)$/, '$1')
    .trim();
  const conditional =
    /^\(?\s*(WHILE|UNTIL|SOLANGE|BIS|TANT QUE|JUSQU'À|JUSQU’À|MIENTRAS|HASTA)\b\s*(.*)$/isu.exec(bare);
  if (conditional !== null) {
    const word = /^(?:UNTIL|BIS|JUSQU|HASTA)/iu.test(conditional[1] ?? '') ? 'UNTIL' : 'WHILE';
    return readingsOf(conditional[2] ?? '').map((condition) => `LOOP ${word} ${condition}`);
  }
  const range =
    /^\(?\s*\p{L}\w*\s+IN\s+RANGE\s*\(\s*(\d+)\s*\)\s*\)?$/iu.exec(bare) ??
    /^\p{L}\w*\s*(?:=|FROM)\s*1\s*(?:TO|\.\.)\s*(\d+)$/iu.exec(bare) ??
    new RegExp(`^(?:FOR\\s+)?(\\d+|\\p{L}+)\\s*(?:${CLOSING_WORDS.join('|')})*$`, 'iu').exec(bare);
  const count = range?.[1] ?? '';
  const number = /^\d+$/.test(count) ? count : COUNT_WORDS[count.toUpperCase()];
  return number === undefined ? [] : [`LOOP ${number}`];
};

const conditional =
  (command: string): Arrange =>
  ({ text }) =>
    readingsOf(text).map((condition) => `${command} ${condition}`);

const ASSIGNMENT =
  /^\{?([\p{L}_][\p{L}\p{N}_]*)\}?\s*(?::=|==|=>|<-|=|:|\b(?:TO|BE|IS|AS|AUF|À|A|COMO|COMME)\b(?=\s))?\s*(.+)$/iu;
const STEPPED = /^([\p{L}_][\p{L}\p{N}_]*)\s*(?:(\+|-)=\s*(.+)|(\+\+|--))$/u;

const assign =
  (command: 'SET' | 'GLOBAL'): Arrange =>
  ({ text }) => {
    const cleaned = text.replace(/^\((.*)\)$/s, '$1').replace(/^(?:the|variable|var)\s+/iu, '');
    const [, swapped, owner] =
      new RegExp(`^(${TEXT}|\\d+)\\s*=\\s*([\\p{L}_][\\p{L}\\p{N}_]*)$`, 'u').exec(cleaned) ?? [];
    if (swapped !== undefined && owner !== undefined) return [`${command} ${owner} = ${swapped}`];
    const stepped = STEPPED.exec(cleaned);
    if (stepped !== null) {
      const [, name = '', sign = stepped[4] === '--' ? '-' : '+', by = '1'] = stepped;
      return [`${command} ${name} = ${name} ${sign} ${by}`];
    }
    const [, name = '', value = ''] = ASSIGNMENT.exec(cleaned.replace(/;$/, '')) ?? [];
    if (name === '') return [];
    const readings = readingsOf(value);
    const prose = /^[\p{L}][\p{L}'’ .,!?-]*$/u.test(value) && /\s/.test(value) ? [quoted(value)] : [];
    return [...readings, ...prose].map((reading) => `${command} ${name} = ${reading}`);
  };

/** `"Grade " + INPUT`, `"Grade " & INPUT`, a name alone: a text with placeholders. */
function joinedText({ text, unmask }: Rest): string | null {
  const parts = text.split(/\s*[+&]\s*|\s*,\s*/);
  const pieces = parts.map((part) => {
    if (IS_TEXT.test(part)) return unmask(part).slice(1, -1);
    const name = part.replace(/^str\((.*)\)$/i, '$1').replace(/^\{(.*)\}$/, '$1');
    return isName(name) && name === name.toUpperCase() ? `{${name}}` : null;
  });
  return pieces.includes(null) ? null : `"${pieces.join('')}"`;
}

const textAfter =
  (command: string): Arrange =>
  (rest) => {
    if (rest.text === '') return [];
    const joined = joinedText(rest);
    const option = command === 'PROMPT' ? /\s+OPTIMI[SZ]E$/iu.exec(rest.text) : null;
    const bare = option === null ? rest.text : rest.text.slice(0, option.index);
    const prose = new RegExp(TEXT).test(bare) ? [] : [`${command} ${quoted(bare)}`];
    const whole = IS_TEXT.test(bare) ? [`${command} ${bare}${option === null ? '' : ' OPTIMIZE'}`] : [];
    return [...whole, ...(joined === null ? [] : [`${command} ${joined}`]), ...prose];
  };

const titled =
  (command: string): Arrange =>
  ({ text }) => {
    if (text === '') return [command];
    const mode = /\s*\b(EXECUTE|VALIDATE|QUIET)$/i.exec(text);
    const title = mode === null || command === 'STEP' ? text : text.slice(0, mode.index);
    const written = title === '' || IS_TEXT.test(title) ? title : quoted(title);
    return [
      [command, written, mode === null || command === 'STEP' ? '' : (mode[1] ?? '').toUpperCase()]
        .filter((part) => part !== '')
        .join(' '),
    ];
  };

const track: Arrange = ({ text, unmask }) => {
  if (text.endsWith(',')) return [];
  const names = unmask(text)
    .replace(/["'{}()[\]]/g, ' ')
    .split(/[\s,;&+]+/)
    .filter((name) => name !== '' && !/^(?:AND|UND|ET|Y)$/i.test(name));
  return names.length === 0 || !names.every(isName) ? [] : [`TRACK ${names.join(', ')}`];
};

const error: Arrange = ({ text }) => {
  const parts = partsOf(text.replace(/[(),;=:]/g, ' ')).filter(
    (part) => !isFiller(part) && !/^(?:TIMES?|THEN|MAL|FOIS|VECES)$/i.test(part),
  );
  const policy: string[] = [];
  for (const part of parts) {
    const number = numberIn(part);
    const word = number ?? (part.toUpperCase() === 'RETRY' ? 'RETRY' : meantBy(part, OPTION_SYNONYMS));
    if (word === null) return [];
    policy.push(word);
  }
  return policy.length === 0 ? [] : [`ERROR ${policy.join(' ')}`];
};

const run: Arrange = ({ text }) => {
  const times = /^(?:PROMPT|IT|MODEL|THE PROMPT|NOW)?$/iu.exec(text);
  if (times !== null) return ['RUN'];
  const parts = partsOf(text.replace(/[(),;=:]/g, ' ')).filter(
    (part) => !isFiller(part) && !/^(?:TIMES?|PROMPT|MAL|FOIS|VECES|ON|TRUE)$/i.test(part),
  );
  const words = parts.map((part) => numberIn(part) ?? meantBy(part, OPTION_SYNONYMS) ?? part.toUpperCase());
  const joined = words
    .join(' ')
    .replace(/\bNO CACHE\b|\bWITHOUT CACHE\b/, 'NOCACHE')
    .replace(/\bRETRIES\b/, 'RETRY');
  return [`RUN ${joined.replace(/^(\d+)$/, 'RETRY $1')}`];
};

const path =
  (command: string): Arrange =>
  ({ text }) => {
    const parts = partsOf(text.replace(/[(),;=]/g, ' ')).filter((part) => !isFiller(part));
    const [only = ''] = parts;
    if (parts.length === 0) return [];
    if (parts.length === 1 && IS_TEXT.test(only)) return [`${command} ${only}`];
    return parts.some((part) => IS_TEXT.test(part)) ? [] : [`${command} ${quoted(parts.join(' '))}`];
  };

const retry: Arrange = ({ text }) => {
  const number = partsOf(text)
    .map((part) => numberIn(part))
    .find((each) => each !== null);
  return number === undefined ? [] : [`RETRY ${number}`];
};

const alone =
  (command: string): Arrange =>
  ({ text }) =>
    /^[\s\p{P}\p{L}]{0,20}$/u.test(text) ? [command] : [];

/** How the words after each command are put in order. */
export const ARRANGEMENTS: Readonly<Record<string, Arrange>> = {
  BATCH_START: titled('BATCH_START'),
  END_BATCH: alone('END_BATCH'),
  END_IF: alone('END_IF'),
  END_LOOP: alone('END_LOOP'),
  BREAK: alone('BREAK'),
  SKIP: alone('SKIP'),
  HALT: alone('HALT'),
  ELSE: alone('ELSE'),
  STEP: titled('STEP'),
  LOAD: load,
  OUTPUT: output,
  GET: get,
  MODEL: model,
  LIMIT: limit,
  LOOP: loop,
  'LOOP WHILE': conditional('LOOP WHILE'),
  'LOOP UNTIL': conditional('LOOP UNTIL'),
  IF: conditional('IF'),
  'ELSE IF': conditional('ELSE IF'),
  SET: assign('SET'),
  GLOBAL: assign('GLOBAL'),
  PROMPT: textAfter('PROMPT'),
  WRITE_LOG: textAfter('WRITE_LOG'),
  TRACK: track,
  ERROR: error,
  RUN: run,
  RETRY: retry,
  PATH_IN: path('PATH_IN'),
  PATH_OUT: path('PATH_OUT'),
  MAKE_LOG: path('MAKE_LOG'),
};
