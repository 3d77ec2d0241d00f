const DIGIT = /\p{Nd}/u;
const DIGITS_BEYOND_ASCII = /(?![0-9])\p{Nd}/gu;

/**
 * Every decimal digit of every script as 0–9. Unicode encodes each script's digits as a contiguous run from zero to
 * nine; several runs may follow one another. Source: Unicode Standard, section 4.6, and its stability policy on
 * `Numeric_Type=Decimal`.
 */
export const withAsciiDigits = (text: string): string => text.replace(DIGITS_BEYOND_ASCII, asciiDigit);

/** Whether a text has digits of more than one script, which no keyboard writes and which look like others. */
export const hasMixedDigits = (text: string): boolean =>
  new Set(Array.from(text.matchAll(ANY_DIGIT), ([digit]) => zeroOf(digit))).size > 1;

const ANY_DIGIT = /\p{Nd}/gu;

const asciiDigit = (digit: string): string => String((digit.codePointAt(0) ?? 0) - zeroOf(digit));

/** The code point of the zero in the same row of digits. */
function zeroOf(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  let first = codePoint;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return codePoint - ((codePoint - first) % 10);
}
