const DIGIT = /\p{Nd}/u;
const DIGITS_BEYOND_ASCII = /(?![0-9])\p{Nd}/gu;

/**
 * Every decimal digit of every script as 0–9. Unicode encodes each script's digits as a contiguous run from zero to
 * nine; several runs may follow one another. Source: Unicode Standard, section 4.6, and its stability policy on
 * `Numeric_Type=Decimal`.
 */
export const withAsciiDigits = (text: string): string => text.replace(DIGITS_BEYOND_ASCII, asciiDigit);

function asciiDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let first = codePoint;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((codePoint - first) % 10);
}
