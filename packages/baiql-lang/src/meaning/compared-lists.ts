import { AMONG_WORDS, AND_WORDS, EACH_OF_WORDS, ONE_OF_WORDS, OR_WORDS } from '../vocabulary/synonyms.js';
import { TEXT } from './masked-line.js';
import { anyOf, CONTAIN, like, spellingsOf, VALUE } from './patterns.js';

export const LITERAL = `(?:${TEXT}|\\d+(?:\\.\\d+)?)`;
const DENIED = "(?:(?:DOES\\s+NOT|DOESN'T|NOT|NICHT|PAS|NO)\\s+)";
const JOINING = `\\s${anyOf([...OR_WORDS, ...AND_WORDS])}\\s`;
/** The separator of list items. */
const PARTING = `(?:\\s*[,;|](?:${JOINING})?|${JOINING})\\s*`;
const listOf = (value: string, more: '*' | '+'): string => `${value}(?:${PARTING}${value})${more}`;

const COMPARED = new RegExp(
  `(?<![\\p{L}\\p{N}_.])(?<value>${VALUE})\\s+(?<not>${DENIED})?` +
    `(?<sign>(?:=|(?:${spellingsOf('=')}|${CONTAIN})\\s)\\s*)?(?<nor>${DENIED})?` +
    `(?<any>${anyOf([...ONE_OF_WORDS, ...AMONG_WORDS])}\\s*)?(?<each>${anyOf(EACH_OF_WORDS)}\\s*)?` +
    `(?:[([{]\\s*(?<list>${listOf(VALUE, '*')})\\s*[)\\]}]|(?<bare>${listOf(LITERAL, '+')})(?!\\s*[<>=!]))`,
  'giu',
);
const IS_PARTED = new RegExp(PARTING, 'iu');
const IS_CONTAIN = like`^${CONTAIN}`;
const HAS_AND = like`\s${AND_WORDS}\s`;
const HAS_OR = like`\s${OR_WORDS}\s`;

/**
 * Expands a comparison of one value with several into one comparison per value: `X CONTAINS ANY OF ("a", "b")`, `X NOT
 * IN ("a", "b")`, `X = "a" OR "b"`.
 */
export function eachCompared(condition: string): string {
  return condition.replace(COMPARED, (whole: string, ...match: unknown[]) => {
    const [at, text, groups] = match.slice(-3) as [number, string, Record<string, string | undefined>];
    const { value = '', not, sign, nor, any, each, list, bare } = groups;
    const several = list ?? bare ?? '';
    const isListed = any !== undefined || each !== undefined;
    const operator = IS_CONTAIN.test(sign ?? '') ? 'CONTAINS' : '=';
    // Commas alone are ambiguous, but a value cannot equal several at once.
    const isEither = operator === '=' && !HAS_AND.test(several) && !/\d,\d/.test(several);
    const isPlain =
      sign !== undefined &&
      (list !== undefined || isEither || HAS_OR.test(several) !== HAS_AND.test(several));
    if (!isListed && !isPlain) return whole;
    const joint = each !== undefined || (any === undefined && HAS_AND.test(several)) ? 'AND' : 'OR';
    const joined = several
      .split(IS_PARTED)
      .map((one) => `${value} ${operator} ${one}`)
      .join(` ${joint} `);
    if (not !== undefined || nor !== undefined) return `NOT (${joined})`;
    const around = text.slice(0, at).replaceAll('(', '') + text.slice(at + whole.length).replaceAll(')', '');
    return around.trim() === '' ? joined : `(${joined})`;
  });
}
