import {
  AT_ONCE_WORDS,
  CENT_WORDS,
  CLOSING_WORDS,
  COUNT_WORDS,
  meantBy,
  MINUTE_WORDS,
  MONEY_WORDS,
  OPTION_SYNONYMS,
  OR_WORDS,
  PER_WORDS,
  REPLY_WORDS,
  ROW_WORDS,
  RUN_FILLERS,
  SECOND_WORDS,
  TIME_WORDS,
  TRANSACTION_WORDS,
} from '../vocabulary/synonyms.js';
import { get } from './arrange-files.js';
import { readingsOf } from './conditions.js';
import { type MaskedLine, TEXT } from './masked-line.js';
import { anyOf, everywhere, like, NAME } from './patterns.js';
import { commandsOf } from './phrases.js';
import { type Arrange, HAS_TEXT, IS_TEXT, numberIn, partsOf, quoted, sorted } from './parts.js';

export function model({ text }: MaskedLine): readonly string[] {
  const shares = text.replace(/(?<![\d.,])\d+\s*%/g, (share) => `${Number.parseInt(share, 10) / 100}`);
  const read = sorted('MODEL', partsOf(shares));
  if (read === null) return [];
  const [only = '', ...more] = read.rest;
  const isSeveral = read.rest.some((part) => IS_TEXT.test(part) || OR_WORDS.includes(part.toUpperCase()));
  if (only === '' || (more.length > 0 && isSeveral)) return [];
  const name = IS_TEXT.test(only) ? only : quoted(read.rest.join('-'));
  return [['MODEL', name, ...read.options].join(' ')];
}

const PER_MINUTE = everywhere`\s*${['/', ...PER_WORDS]}\s*${MINUTE_WORDS}\b\.?|\b${TRANSACTION_WORDS}\b`;
const ROWS_AT_ALL = like`\bROWS?\b(?!.*\b${MINUTE_WORDS})`;
const MONEY = `(?:[$€£]|\\b(?:${MONEY_WORDS.join('|')})\\b)`;
const MONEY_LAST = like`(?:[$€£]\s*[\d.,]+|[\d.,]+\s*${MONEY})\s*$`;

const COUNT_NAMES = Object.values(COUNT_WORDS).flat();
const COUNT = '(\\d+(?:\\.\\d+)?|\\p{L}+)';
const PER = like`^\s*(?:MAX\s+)?${COUNT}\s*(?:${TRANSACTION_WORDS}\s*)?(?:${['/', ...PER_WORDS]}|EVERY)\s*(\d+\s+)?(${[...SECOND_WORDS, ...Object.values(TIME_WORDS).flat()]})(?![\p{L}])`;
const AT_ONCE = like`^\s*${COUNT}\s+(?:${TRANSACTION_WORDS}\s+)?${AT_ONCE_WORDS}(?![\p{L}]|\s*[=:]?\s*\d)`;
const CENTS = everywhere`(\d+)\s*(?:${CENT_WORDS}|¢)(?![\p{L}])`;
/** Tokens per minute and pauses between requests are different settings. */
const OTHER_RATES = /\bTPM\b|\d\s*MS\b/i;

/** `2 per second` as transactions per minute, `50 cents` as dollars; null unless the result is a whole number. */
function perMinute(text: string): string | null {
  const inDollars = text.replace(CENTS, (_, cents: string) => `$${Number(cents) / 100}`);
  const [atOnce, several] = AT_ONCE.exec(inDollars) ?? [];
  if (atOnce !== undefined) return `PARALLEL ${numberIn(several) ?? ''}${inDollars.slice(atOnce.length)}`;
  const [found, count, every = '1', unit = ''] = PER.exec(inDollars) ?? [];
  if (found === undefined) return inDollars;
  const minutes = Number(meantBy(unit, TIME_WORDS) ?? 1 / 60) * Number(every);
  const rate = Math.round((Number(numberIn(count)) / minutes) * 1e6) / 1e6;
  return Number.isInteger(rate) && rate >= 1 ? `${rate}${inDollars.slice(found.length)}` : null;
}

export const limit: Arrange = ({ text }) => {
  // Ambiguous: a thousand dollars or one, ten rows per minute or (as in SQL) ten rows in total.
  if (/\d,\d{3}/.test(text) || ROWS_AT_ALL.test(text) || OTHER_RATES.test(text)) return [];
  const rate = perMinute(text);
  if (rate === null) return [];
  const money = new RegExp(MONEY, 'i').test(rate);
  const cleaned = rate.replace(PER_MINUTE, ' ');
  const plain = cleaned.replace(everywhere`(?<=\d|\b${COUNT_NAMES})\s*${MONEY}|[$€£]`, ' ');
  const read = sorted('LIMIT', partsOf(plain));
  if (read === null) return [];
  const [first, ...more] = read.rest;
  const number = numberIn(first);
  // `LIMIT 60 PER MINUTE, $2`: transactions first, then dollars.
  const [dollars, ...others] = more;
  if (money && number !== null && others.length === 0 && numberIn(dollars) !== null && MONEY_LAST.test(text))
    return [['LIMIT', number, ...read.options, `COST ${numberIn(dollars) ?? ''}`].join(' ')];
  if (more.length > 0 || (first !== undefined && number === null)) return [];
  if (number !== null && money && read.options.length === 0) return [`LIMIT COST ${number}`];
  return [['LIMIT', ...(number === null ? [] : [number]), ...read.options].join(' ')];
};

export const loop: Arrange = ({ text, unmask }) => {
  const bare = text
    .replace(/\s*[:;{]\s*$/, '')
    .replace(/^\(([^()]*)\)$/, '$1')
    .trim();
  const stated = commandsOf(bare.replace(/^\(\s*/, '')).find(({ command }) => command.startsWith('LOOP '));
  if (stated !== undefined) return conditional({ text: stated.rest, unmask }, stated.command);
  const range =
    /^\(?\s*\p{L}\w*\s+IN\s+RANGE\s*\(\s*(\d+)\s*\)\s*\)?$/iu.exec(bare) ??
    /^\p{L}\w*\s*(?:=|FROM)\s*1\s*(?:TO|\.\.)\s*(\d+)$/iu.exec(bare) ??
    like`^(?:FOR\s+)?(\d+|\p{L}+)\s*${CLOSING_WORDS}*$`.exec(bare);
  const count = range?.[1] ?? '';
  const number = /^\d+$/.test(count) ? count : meantBy(count, COUNT_WORDS);
  return number === null ? [] : [`LOOP ${number}`];
};

export const conditional: Arrange = ({ text }, command) =>
  readingsOf(text).map((condition) => `${command} ${condition}`);

const ASSIGNMENT =
  /^\{?([\p{L}_][\p{L}\p{N}_]*)\}?\s*(?::=|==|=>|<-|[=＝:]|\b(?:TO|BE|IS|AS|AUF|À|A|COMO|COMME)\b(?=\s))?\s*(.+)$/iu;
const STEPPED = /^([\p{L}_][\p{L}\p{N}_]*)\s*(?:(\+|-)=\s*(.+)|(\+\+|--))$/u;

/** `SET X FROM JSON "score"`, `X = reply["score"]`: a value read from a source. */
const SOURCE = `${anyOf(['JSON', 'COL', 'COLUMN', 'MATCH', ...REPLY_WORDS])}\\s*(?:[.[]|->|${TEXT}|\\d)`;
const FROM_SOURCE = like`^(${NAME})\s*(?::?=|FROM\s)\s*(?:GET\s+)?(?:FROM\s+)?(${SOURCE}.*)$`;

/** `row.Student`, `row["Student"]` */
const OF_ROW = like`^${ROW_WORDS}(?:\.([\p{L}\p{N}_]+)|\[(${TEXT})\])$`;

export const assign: Arrange = ({ text, unmask }, command) => {
  const cleaned = text.replace(/^\((.*)\)$/s, '$1').replace(/^(?:the|variable|var)\s+/iu, '');
  const [, swapped, owner] = like`^(${TEXT}|\d+)\s*=\s*(${NAME})$`.exec(cleaned) ?? [];
  if (swapped !== undefined && owner !== undefined) return [`${command} ${owner} = ${swapped}`];
  const stepped = STEPPED.exec(cleaned);
  if (stepped !== null) {
    const [, name = '', sign = stepped[4] === '--' ? '-' : '+', by = '1'] = stepped;
    return [`${command} ${name} = ${name} ${sign} ${by}`];
  }
  const [, owned = '', source = ''] = command === 'SET' ? (FROM_SOURCE.exec(cleaned) ?? []) : [];
  if (owned !== '') return get({ text: `${owned} FROM ${source}`, unmask });
  const [, name = '', value = ''] = ASSIGNMENT.exec(cleaned.replace(/;$/, '')) ?? [];
  if (name === '') return [];
  if (/^RUN(?:\s*\([^()]*\))?$/iu.test(value)) return [`RUN\nGET ${name}`];
  const [ofRow, member = '', key = quoted(member)] = OF_ROW.exec(value) ?? [];
  if (ofRow !== undefined) return [`GET ${name} FROM COL ${key}`];
  // As in Excel, `&` concatenates texts.
  const readings = readingsOf(HAS_TEXT.test(value) ? value.replace(/\s*(?<!&)&(?!&)\s*/g, ' + ') : value);
  const prose = /^[\p{L}][\p{L}'’ .,!?-]*$/u.test(value) && /\s/.test(value) ? [quoted(value)] : [];
  return [...readings, ...prose].map((reading) => `${command} ${name} = ${reading}`);
};

/** The words after a command, in their order: `ERROR retry 3 times then stop`, `RUN no cache, retries: 2`. */
export const inOrder: Arrange = ({ text }, command) => {
  // Comments are left alone.
  if (text.includes('#')) return [];
  const parts = partsOf(text).filter((part) => !RUN_FILLERS.includes(part.toUpperCase()));
  const read = sorted(command, parts);
  return read === null || read.rest.length > 0 ? [] : [[command, ...read.options].join(' ')];
};

/** `RUN INTO SCORE`, `RUN -> SCORE`, `RUN AND SAVE AS SCORE`. */
const REPLY_INTO =
  /\s*(?:(?:AND\s+)?(?:SAVE|STORE)(?:\s+(?:IT|REPLY|RESULT))?\s+)?(?:->|=>|→|\b(?:INTO|TO|AS|IN|ALS|COMO)(?=\s))\s*\{?([\p{L}_][\p{L}\p{N}_]*)\}?$/iu;

/** `RUN WITH MODEL "gpt-4o"`, `RUN MODEL=gpt-4o`, `RUN WITH gpt-4o` */
const WITH_MODEL =
  /^(?:(?:WITH|USING|ON)\s+)?(?:THE\s+)?MODEL(?=[\s=:])[\s=:]*|^(?:WITH|USING|ON)\s+(?=[\p{L}.-]+\d)/iu;

export function run({ text, unmask }: MaskedLine): readonly string[] {
  const withModel = WITH_MODEL.exec(text)?.[0];
  if (withModel !== undefined)
    return model({ text: text.slice(withModel.length), unmask }).map((line) => `${line}\nRUN`);
  if (IS_TEXT.test(text)) return [`PROMPT ${text}\nRUN`];
  const into = REPLY_INTO.exec(text);
  const name = into?.[1];
  if (into !== null && name !== undefined && meantBy(name, OPTION_SYNONYMS) === null)
    return run({ text: text.slice(0, into.index), unmask }).map((line) => `${line}\nGET ${name}`);
  return inOrder({ text, unmask }, 'RUN');
}

export const firstNumber: Arrange = ({ text }, command) => {
  const number = partsOf(text)
    .map(numberIn)
    .find((each) => each !== null);
  return number === undefined ? [] : [`${command} ${number}`];
};
