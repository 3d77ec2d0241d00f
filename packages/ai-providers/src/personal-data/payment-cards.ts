import { isNamedOtherwise, NAME_REACH } from './other-numbers.js';
import { WORD_CHARACTER } from './plain-characters.js';

/** Issuer prefixes and number lengths (ISO/IEC 7812). */
const ISSUERS: readonly { prefix: RegExp; lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { prefix: /^3(?:0[0-5]|[689])/, lengths: [14] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
];

/** Card numbers without separators, or in the issuer's groups with one kind of separator. */
const WRITTEN = new RegExp(
  `(?<!${WORD_CHARACTER}|[.,-]\\p{N}{0,3})(?:\\d{13,19}|\\d{4}([ \\-.])\\d{4}\\1\\d{4}\\1\\d{4}(?:\\1\\d{1,3})?|\\d{4}([ \\-.])\\d{6}\\2\\d{4,5})(?!${WORD_CHARACTER})`,
  'gu',
);

const CARD_WORD =
  /(?:card|visa|master|amex|maestro|cvv|cvc|karte|tarjeta|carte|carta|cartão|kart|カード|بطاقة|कार्ड)/iu;
/** Finds payment card numbers by issuer, length and check digit, in a text with plain digits. Runs in linear time. */
export const findPaymentCards = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(WRITTEN)].flatMap(({ 0: written, index: start }) => {
    const digits = written.replace(/\D/g, '');
    if (!isIssued(digits) || !hasLuhnDigit(digits)) return [];
    const before = text.slice(Math.max(0, start - NAME_REACH), start);
    if (isNamedOtherwise(text, start) && !CARD_WORD.test(before)) return [];
    return [{ start, end: start + written.length }];
  });

const isIssued = (digits: string): boolean =>
  ISSUERS.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits)) &&
  !/^(\d)\1+$/.test(digits);

/** Luhn checksum, ISO/IEC 7812-1 annex B. */
export function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
