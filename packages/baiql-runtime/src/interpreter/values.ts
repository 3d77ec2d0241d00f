import { equalKey } from '@promptwell/text/equal-key';
import { parseNumber } from '@promptwell/text/parse-number';
import type { PlainValue } from '../records.js';
import { LIMITS } from './limits.js';
import { BoundError, TransactionError } from './script-error.js';

/** A comma before exactly three digits is ambiguous: thousands separator or decimal comma. */
const AMBIGUOUS = /^[+-]?\p{Nd}{1,3},\p{Nd}{3}$/u;

/** A value as it appears in a prompt, a file or a comparison. */
export function toText(value: PlainValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  return value ? 'ON' : 'OFF';
}

/** A value as a number, or null. Replies and cells are texts, so numeric texts count. */
export function toNumber(value: PlainValue): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'boolean' ? null : parseNumber(value);
}

/** The truth value of a condition. */
export function isTrue(value: PlainValue): boolean {
  const number = toNumber(value);
  if (number !== null) return number !== 0;
  return switchOf(value) ?? toText(value).trim() !== '';
}

/**
 * `=`: numeric if both sides are numbers, a boolean against its words, otherwise texts by `equalKey`, ignoring
 * surrounding whitespace.
 */
export function isEqual(left: PlainValue, right: PlainValue): boolean {
  const leftNumber = toNumber(left);
  const rightNumber = toNumber(right);
  if (leftNumber !== null && rightNumber !== null) return leftNumber === rightNumber;
  const isSwitch = typeof left === 'boolean' || typeof right === 'boolean';
  const [leftSwitch, rightSwitch] = isSwitch ? [switchOf(left), switchOf(right)] : [];
  if (leftSwitch !== undefined && rightSwitch !== undefined) return leftSwitch === rightSwitch;
  return foldText(left) === foldText(right);
}

/** A JSON reply may hold `true`, a cell `WAHR`, and scripts compare them with such words. */
const ON_WORDS = 'on true yes wahr vrai verdadero verdadeiro ja oui sí sim doğru evet はい نعم صحيح हाँ';
const OFF_WORDS = 'off false no falsch faux falso nein non não yanlış hayır いいえ لا خطأ नहीं';
const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ...ON_WORDS.split(' ').map((word) => [equalKey(word), true] as const),
  ...OFF_WORDS.split(' ').map((word) => [equalKey(word), false] as const),
]);

const switchOf = (value: PlainValue): boolean | undefined => SWITCHES.get(foldText(value));

/** `CONTAINS`, ignoring case; whitespace around the search text is trimmed. */
export function contains(text: PlainValue, part: PlainValue): boolean {
  return foldText(text).includes(foldText(part));
}

export type OrderOperator = '<' | '<=' | '>' | '>=';

/** @throws TransactionError if a side is not a number: the order of texts depends on locale. */
export function inOrder(operator: OrderOperator, left: PlainValue, right: PlainValue): boolean {
  const leftNumber = needNumber(left, operator);
  const rightNumber = needNumber(right, operator);
  switch (operator) {
    case '<':
      return leftNumber < rightNumber;
    case '<=':
      return leftNumber <= rightNumber;
    case '>':
      return leftNumber > rightNumber;
    case '>=':
      return leftNumber >= rightNumber;
  }
}

/**
 * Adds numbers; concatenates anything else.
 * @throws TransactionError if the intent is ambiguous (`1,250` + 5), or for a number and a text with a unit (a total
 * and `12 €`).
 */
export function add(left: PlainValue, right: PlainValue): PlainValue {
  const isSum = mayBeNumber(left) ? mayBeNumber(right) || isAmountFor(left, right) : isAmountFor(right, left);
  if (isSum) return checkNumber(needNumber(left, '+') + needNumber(right, '+'));
  return checkText(toText(left) + toText(right));
}

/** @throws TransactionError if a side is not a number, or the divisor is 0. */
export function calculate(operator: '-' | '*' | '/', left: PlainValue, right: PlainValue): number {
  const leftNumber = needNumber(left, operator);
  const rightNumber = needNumber(right, operator);
  switch (operator) {
    case '-':
      return checkNumber(leftNumber - rightNumber);
    case '*':
      return checkNumber(leftNumber * rightNumber);
    case '/':
      if (rightNumber === 0) throw new TransactionError(`Division by zero: ${numberText(leftNumber)} / 0.`);
      return checkNumber(leftNumber / rightNumber);
  }
}

/** @throws BoundError for a text above the limit of one value. */
export function checkText(text: string): string {
  if (text.length <= LIMITS.valueCharacters) return text;
  throw new BoundError(
    `A text has ${text.length.toLocaleString('en')} characters; a value can have up to ${LIMITS.valueCharacters.toLocaleString('en')}.`,
  );
}

function checkNumber(number: number): number {
  if (Number.isFinite(number)) return number;
  throw new BoundError('A number has become too large to calculate with.');
}

/** `12 €` instead of a number: a script that adds such a reply to a total does not want `012 €`. */
const isAmountFor = (number: PlainValue, other: PlainValue): boolean =>
  typeof number === 'number' && AMOUNT.test(toText(other).trim());

/** A number with only a currency or unit. */
const AMOUNT = /^[+-]?\p{Sc}?\s?\p{Nd}[\p{Nd}.,٫٬'’\u00a0\u202f]*\s?(?:[\p{Sc}%٪]|\p{L}{1,3})?$/u;

function mayBeNumber(value: PlainValue): boolean {
  return toNumber(value) !== null || AMBIGUOUS.test(toText(value).trim());
}

function needNumber(value: PlainValue, operator: string): number {
  const number = toNumber(value);
  if (number !== null) return number;
  const text = toText(value).trim();
  if (text === '') throw new TransactionError(`${operator} needs numbers, but one value is missing.`);
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  if (AMBIGUOUS.test(text)) {
    const [whole, decimal] = [text.replace(',', ''), text.replace(',', '.')];
    throw new TransactionError(`${operator} needs numbers, and ${shown} may be ${whole} or ${decimal}.`);
  }
  const why = AMOUNT.test(text) && /[\p{Sc}%٪\p{L}]/u.test(text) ? ' because of its sign or unit' : '';
  throw new TransactionError(`${operator} needs numbers, and ${shown} is not a number${why}.`);
}

/** What counts of a text in a comparison. */
function foldText(value: PlainValue): string {
  return equalKey(toText(value)).trim();
}

/** Rounds off floating-point noise: 0.1 + 0.2 is 0.3. */
function numberText(number: number): string {
  if (Number.isInteger(number)) return Object.is(number, -0) ? '0' : BigInt(number).toString();
  const rounded = Number(number.toPrecision(15));
  const plain = String(rounded);
  return plain.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/u, '') : plain;
}
