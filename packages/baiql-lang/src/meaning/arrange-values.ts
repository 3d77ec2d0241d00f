import { CLOSING_WORDS, meantBy, OPTION_SYNONYMS } from '../vocabulary/synonyms.js';
import { readingsOf } from './conditions.js';
import { TEXT } from './masked-line.js';
import { type Arrange, counted, IS_TEXT, isFiller, numberIn, partsOf, quoted } from './parts.js';

export const model: Arrange = ({ text }) => {
  const read = counted(partsOf(text.replace(/[();]|,(?!\d)|(?<!\d),/g, ' ')), [
    'TEMP',
    'TOP_P',
    'MAX_TOKENS',
  ]);
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

const isMoneyLast = (text: string): boolean =>
  /(?:[$€£]\s*[\d.,]+|[\d.,]+\s*(?:[$€£]|USD|DOLLARS?|EUR|EUROS?))\s*$/i.test(text);

export const limit: Arrange = ({ text }) => {
  const money = /[$€£]|\b(?:USD|DOLLARS?|EUR|EUROS?)\b/i.test(text);
  const cleaned = text
    .replace(PER_MINUTE, ' ')
    // A comma with one or two digits behind it is a point: 2,50.
    .replace(/[();]|(?<!\d),|,(?!\d{1,2}(?!\d))/g, ' ')
    .replace(/\b(?:MAX|TO|OF|IS|AT)\b/gi, ' ');
  const plain = cleaned.replace(/(?<=[\d])\s*(?:USD|DOLLARS?|EUR|EUROS?)\b/gi, '').replace(/[$€£]/g, '');
  const read = counted(partsOf(plain), ['PARALLEL', 'COST']);
  if (read === null) return [];
  const [first, ...more] = read.rest;
  const number = numberIn(first);
  // `LIMIT 60 PER MINUTE, $2`: transactions, then dollars.
  const [dollars, ...others] = more;
  if (money && number !== null && others.length === 0 && numberIn(dollars) !== null && isMoneyLast(text))
    return [['LIMIT', number, ...read.options, `COST ${numberIn(dollars) ?? ''}`].join(' ')];
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

export const loop: Arrange = ({ text }) => {
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

export const conditional =
  (command: string): Arrange =>
  ({ text }) =>
    readingsOf(text).map((condition) => `${command} ${condition}`);

const ASSIGNMENT =
  /^\{?([\p{L}_][\p{L}\p{N}_]*)\}?\s*(?::=|==|=>|<-|[=＝:]|\b(?:TO|BE|IS|AS|AUF|À|A|COMO|COMME)\b(?=\s))?\s*(.+)$/iu;
const STEPPED = /^([\p{L}_][\p{L}\p{N}_]*)\s*(?:(\+|-)=\s*(.+)|(\+\+|--))$/u;

export const assign =
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
    if (/^RUN(?:\s*\(\s*\))?$/iu.test(value)) return [`RUN\nGET ${name}`];
    const hasText = new RegExp(TEXT).test(value);
    // What `&` joins in a value are texts, as in Excel.
    const readings = readingsOf(hasText ? value.replace(/\s*(?<!&)&(?!&)\s*/g, ' + ') : value);
    const prose = /^[\p{L}][\p{L}'’ .,!?-]*$/u.test(value) && /\s/.test(value) ? [quoted(value)] : [];
    return [...readings, ...prose].map((reading) => `${command} ${name} = ${reading}`);
  };

export const error: Arrange = ({ text }) => {
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

/** `RUN INTO SCORE`, `RUN -> SCORE`. */
const REPLY_INTO = /\s*(?:->|=>|→|\b(?:INTO|TO|AS|IN|ALS|COMO)(?=\s))\s*\{?([\p{L}_][\p{L}\p{N}_]*)\}?$/iu;

export const run: Arrange = ({ text, unmask }) => {
  const into = REPLY_INTO.exec(text);
  const name = into?.[1];
  if (into !== null && name !== undefined && meantBy(name, OPTION_SYNONYMS) === null)
    return run({ text: text.slice(0, into.index), unmask }).map((line) => `${line}\nGET ${name}`);
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

export const retry: Arrange = ({ text }) => {
  const number = partsOf(text)
    .map((part) => numberIn(part))
    .find((each) => each !== null);
  return number === undefined ? [] : [`RETRY ${number}`];
};
