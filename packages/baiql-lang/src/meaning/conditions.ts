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
import { eachCompared, LITERAL } from './compared-lists.js';
import { anyOf, CONTAIN, everywhere, like, spellingsOf, VALUE } from './patterns.js';
import { plainDigits } from './parts.js';

const CLOSING = like`\s+${CLOSING_WORDS}$`;
/** A value that isn't part of an arithmetic expression or negated. */
const OWN = `(?<!(?:NOT|[-+*/])\\s*|[\\p{L}\\p{N}_.])(${VALUE})`;
const BETWEEN = `(?:BETWEEN|ZWISCHEN)\\s+(${VALUE})\\s+(?:AND|UND)\\s+(${VALUE})`;
const DENIAL = '(?:NOT|NICHT|NO)';
const BY_SIZE = `(?:${spellingsOf('<=', '>=', '<', '>')}(?![\\p{L}\\p{N}_]))`;
const COMPARISON = `(?:${BY_SIZE}|(?:${spellingsOf('!=', '=')}|BETWEEN|ZWISCHEN)(?![\\p{L}\\p{N}_]))`;
/** Such a value, if it isn't a keyword of conditions. */
const NAMED = `(?!(?:NOT|${[...AND_WORDS, ...OR_WORDS].join('|')}|${spellingsOf('=', 'CONTAINS')})\\s)${OWN}`;
const SIGN = `(?:!=|<>|[<>=]=?|${CONTAIN}\\b)`;
const NOTHING = anyOf(NOTHING_WORDS);

/** Comparisons in an unusual order, rewritten before their words are interpreted. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [everywhere`(?<=\S\s+)${OVER_WORDS}\s+(?=\d)`, '> '],
  [everywhere`(?<=\S\s+)${UNDER_WORDS}\s+(?=\d)`, '< '],
  [everywhere`(?<=\S\s+)${COPULAS}\s+(?=(?:${DENIAL}\s+)?${COMPARISON})`, ''],
  // `A CONTAINS "x" OR CONTAINS "y"`, `A > 1 AND NOT < 5`
  [everywhere`${OWN}(\s*${SIGN}\s*${VALUE}\s+(?:AND|OR)\s+(?:NOT\s+)?)(?=${SIGN})`, '$1$2$1 '],
  [everywhere`${NAMED}\s+${DENIAL}\s+(?=${BY_SIZE})`, 'NOT $1 '],
  [everywhere`${NAMED}\s+NOT\s+(?=${LITERAL})`, '$1 != '],
  [everywhere`(${VALUE})\s+(?:IS\s+NOT|!=|<>|IST\s+NICHT|N'EST\s+PAS)\s+${NOTHING}\b`, '$1 != ""'],
  [everywhere`(${VALUE})\s+(?:IS|==?|IST|EST|ESTÁ|ES)\s+${NOTHING}\b`, '$1 = ""'],
  [everywhere`\b(?:IS_?)?${NOTHING}\s*\(\s*(${VALUE})\s*\)`, '$1 = ""'],
  [
    everywhere`(${VALUE})\s+(?:NOT|DOES\s+NOT|DOESN'T|DO\s+NOT|NICHT|NO)\s+${CONTAIN}\s+(${VALUE})`,
    'NOT $1 CONTAINS $2',
  ],
  [everywhere`(${VALUE})\s+${CONTAIN}\s+(?:NICHT|NOT)\s+(${VALUE})`, 'NOT $1 CONTAINS $2'],
  [everywhere`(${VALUE})\s+NE\s+CONTIENT\s+PAS\s+(${VALUE})`, 'NOT $1 CONTAINS $2'],
  [everywhere`(${VALUE})\s+NOT\s+IN\s+(${VALUE})`, 'NOT $2 CONTAINS $1'],
  [everywhere`(${VALUE})\s+IN\s+(${VALUE})`, '$2 CONTAINS $1'],
  [everywhere`${OWN}\s+NOT\s+${BETWEEN}`, '($1 < $2 OR $1 > $3)'],
  [everywhere`${OWN}\s+${BETWEEN}`, '$1 >= $2 AND $1 <= $3'],
  [new RegExp(`${OWN}\\s*(<=?|>=?)\\s*(${VALUE})\\s*(<=?|>=?)\\s*(${VALUE})`, 'gu'), '$1 $2 $3 AND $3 $4 $5'],
  [/!(?=[\p{L}_({])/gu, 'NOT '],
  [/\$(?=[\p{L}_])|[$€£](?=\d)|(?<=\d)\s?€(?![\p{L}\p{N}])/gu, ''],
  [/\{\{\s*([\p{L}\p{N}_]+)\s*\}\}/gu, '$1'],
];

/** Possible readings of a condition or value, best first; its texts are masked. */
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
  const upper = text.replace(IN_ANY_CASE, (word) => word.toUpperCase());
  return OPERATORS.reduce(
    (result, { spelling, form, sign }) => (applies(spelling) ? result.replace(form, sign) : result),
    upper,
  );
}

const IN_ANY_CASE = /(?<![\p{L}\p{N}_])(?:and|or|not|contains|on|off)(?![\p{L}\p{N}_])/giu;

const OPERATORS = OPERATOR_SYNONYMS.map(([spelling, operator]) => {
  const escaped = anyOf([spelling.replace(/[|^$*+?.()[\]\\/]/g, '\\$&')]);
  const form = /^\p{L}/u.test(spelling)
    ? everywhere`(?<![\p{L}\p{N}_{])${escaped}(?![\p{L}\p{N}_}])`
    : everywhere`\s*(?<![<>=!&|])${escaped}(?![<>=!&|])\s*`;
  return { spelling, form, sign: ` ${operator} ` };
});

/**
 * `ANSWER = very good`, `CLASS = 10a`, `DAY = 24.12.2025`: several plain words after a comparison form a text, as does
 * a word that only begins like a number.
 */
function quoteProse(text: string): string {
  return text.replace(
    /((?:!?=|CONTAINS)\s*)([\p{L}][\p{L}'-]*(?:\s+(?!(?:AND|OR|NOT|CONTAINS)\b)[\p{L}][\p{L}'-]*)+|\d+(?:\p{L}[\p{L}\d]*|(?:\.\d+){2,}))/gu,
    '$1"$2"',
  );
}
