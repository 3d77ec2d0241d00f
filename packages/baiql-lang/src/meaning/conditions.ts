import {
  AND_WORDS,
  CLOSING_WORDS,
  COPULAS,
  NOTHING_WORDS,
  OPERATOR_SYNONYMS,
  OR_WORDS,
  OVER_WORDS,
  UNDER_WORDS,
} from '../vocabulary/synonyms.js';
import { anyOf, CONTAIN, eachCompared, LITERAL, spellingsOf, VALUE } from './compared-lists.js';
import { plainDigits } from './parts.js';

const CLOSING = new RegExp(`\\s+${anyOf(CLOSING_WORDS)}$`, 'iu');
/** A value that is no part of a sum, and not denied. */
const OWN = `(?<!(?:NOT|[-+*/])\\s*|[\\p{L}\\p{N}_.])(${VALUE})`;
const BETWEEN = `(?:BETWEEN|ZWISCHEN)\\s+(${VALUE})\\s+(?:AND|UND)\\s+(${VALUE})`;
const DENIAL = '(?:NOT|NICHT|NO)';
const BY_SIZE = `(?:${spellingsOf('<=', '>=', '<', '>')}(?![\\p{L}\\p{N}_]))`;
const COMPARISON = `(?:${BY_SIZE}|(?:${spellingsOf('!=', '=')}|BETWEEN|ZWISCHEN)(?![\\p{L}\\p{N}_]))`;
/** A value of one's own that is no word of a condition. */
const NAMED = `(?!(?:NOT|${[...AND_WORDS, ...OR_WORDS].join('|')}|${spellingsOf('=', 'CONTAINS')})\\s)${OWN}`;
const SIGN = `(?:!=|<>|[<>=]=?|${CONTAIN}\\b)`;
const NOTHING = anyOf(NOTHING_WORDS);

/** Whole comparisons that are written in another order, before their words are looked at. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`(?<=\\S\\s+)${anyOf(OVER_WORDS)}\\s+(?=\\d)`, 'giu'), '> '],
  [new RegExp(`(?<=\\S\\s+)${anyOf(UNDER_WORDS)}\\s+(?=\\d)`, 'giu'), '< '],
  [new RegExp(`(?<=\\S\\s+)${anyOf(COPULAS)}\\s+(?=(?:${DENIAL}\\s+)?${COMPARISON})`, 'giu'), ''],
  // `A CONTAINS "x" OR CONTAINS "y"`, `A > 1 AND NOT < 5`
  [new RegExp(`${OWN}(\\s*${SIGN}\\s*${VALUE}\\s+(?:AND|OR)\\s+(?:NOT\\s+)?)(?=${SIGN})`, 'giu'), '$1$2$1 '],
  [new RegExp(`${NAMED}\\s+${DENIAL}\\s+(?=${BY_SIZE})`, 'giu'), 'NOT $1 '],
  [new RegExp(`${NAMED}\\s+NOT\\s+(?=${LITERAL})`, 'giu'), '$1 != '],
  [
    new RegExp(`(${VALUE})\\s+(?:IS\\s+NOT|!=|<>|IST\\s+NICHT|N'EST\\s+PAS)\\s+${NOTHING}\\b`, 'giu'),
    '$1 != ""',
  ],
  [new RegExp(`(${VALUE})\\s+(?:IS|==?|IST|EST|ESTÁ|ES)\\s+${NOTHING}\\b`, 'giu'), '$1 = ""'],
  [new RegExp(`\\b(?:IS_?)?${NOTHING}\\s*\\(\\s*(${VALUE})\\s*\\)`, 'giu'), '$1 = ""'],
  [
    new RegExp(
      `(${VALUE})\\s+(?:NOT|DOES\\s+NOT|DOESN'T|DO\\s+NOT|NICHT|NO)\\s+${CONTAIN}\\s+(${VALUE})`,
      'giu',
    ),
    'NOT $1 CONTAINS $2',
  ],
  [new RegExp(`(${VALUE})\\s+${CONTAIN}\\s+(?:NICHT|NOT)\\s+(${VALUE})`, 'giu'), 'NOT $1 CONTAINS $2'],
  [new RegExp(`(${VALUE})\\s+NE\\s+CONTIENT\\s+PAS\\s+(${VALUE})`, 'giu'), 'NOT $1 CONTAINS $2'],
  [new RegExp(`(${VALUE})\\s+NOT\\s+IN\\s+(${VALUE})`, 'giu'), 'NOT $2 CONTAINS $1'],
  [new RegExp(`(${VALUE})\\s+IN\\s+(${VALUE})`, 'giu'), '$2 CONTAINS $1'],
  [new RegExp(`${OWN}\\s+NOT\\s+${BETWEEN}`, 'giu'), '($1 < $2 OR $1 > $3)'],
  [new RegExp(`${OWN}\\s+${BETWEEN}`, 'giu'), '$1 >= $2 AND $1 <= $3'],
  [new RegExp(`${OWN}\\s*(<=?|>=?)\\s*(${VALUE})\\s*(<=?|>=?)\\s*(${VALUE})`, 'gu'), '$1 $2 $3 AND $3 $4 $5'],
  [/!(?=[\p{L}_({])/gu, 'NOT '],
  [/\$(?=[\p{L}_])|[$€£](?=\d)|(?<=\d)\s?€(?![\p{L}\p{N}])/gu, ''],
  [/\{\{\s*([\p{L}\p{N}_]+)\s*\}\}/gu, '$1'],
];

/** The ways to read a condition or a value, the likeliest first; what stands in texts is masked. */
export function readingsOf(written: string): string[] {
  const bare = eachCompared(withoutClosing(written));
  const shaped = SHAPES.reduce((text, [form, replacement]) => text.replace(form, replacement), bare);
  const signs = replaceOperators(shaped, (spelling) => !/^[\p{L}]/u.test(spelling));
  const spelled = replaceOperators(signs, (spelling) => spelling.length > 1 || !/[\p{L}]/u.test(spelling));
  const whole = replaceOperators(spelled, () => true);
  const readings = [bare, shaped, signs, spelled, whole];
  const joined = readings.map((text) => plainDigits(text).replace(/\s*,\s*/g, ' AND '));
  const quoted = [...readings, ...joined].map(quoteProse);
  return [...new Set([...readings, ...joined, ...quoted].map((text) => text.replace(/\s+/g, ' ').trim()))];
}

/** `IF x THEN`, `WHILE x:`, `IF (x) {`. */
function withoutClosing(written: string): string {
  let text = written.trim();
  for (let before = ''; before !== text;) {
    before = text;
    text = text
      .replace(/\s*[:;{,]$/, '')
      .replace(CLOSING, '')
      .replace(/^\(([^()]*)\)$/, '$1')
      .trim();
  }
  return text;
}

function replaceOperators(text: string, applies: (spelling: string) => boolean): string {
  let result = text.replace(/(?<![\p{L}\p{N}_])(?:and|or|not|contains|on|off)(?![\p{L}\p{N}_])/giu, (word) =>
    word.toUpperCase(),
  );
  for (const [spelling, operator] of OPERATOR_SYNONYMS) {
    if (applies(spelling)) result = result.replace(patternOf(spelling), ` ${operator} `);
  }
  return result;
}

const PATTERNS = new Map<string, RegExp>();

function patternOf(spelling: string): RegExp {
  const known = PATTERNS.get(spelling);
  if (known !== undefined) return known;
  const isWord = /^[\p{L}]/u.test(spelling);
  const escaped = anyOf([spelling.replace(/[|^$*+?.()[\]\\/]/g, '\\$&')]);
  const made = isWord
    ? new RegExp(`(?<![\\p{L}\\p{N}_{])${escaped}(?![\\p{L}\\p{N}_}])`, 'giu')
    : new RegExp(`\\s*(?<![<>=!&|])${escaped}(?![<>=!&|])\\s*`, 'gu');
  PATTERNS.set(spelling, made);
  return made;
}

/**
 * `ANSWER = very good`, `CLASS = 10a`, `DAY = 24.12.2025`: several plain words after a comparison are a text, and so is
 * what only begins as a number.
 */
function quoteProse(text: string): string {
  return text.replace(
    /((?:!?=|CONTAINS)\s*)([\p{L}][\p{L}'-]*(?:\s+(?!(?:AND|OR|NOT|CONTAINS)\b)[\p{L}][\p{L}'-]*)+|\d+(?:\p{L}[\p{L}\d]*|(?:\.\d+){2,}))/gu,
    '$1"$2"',
  );
}
