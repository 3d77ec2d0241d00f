/** Decimal digits of other scripts, by the character for 0; each has its ten in a row. */
const ZEROS = ['０', '٠', '۰', '०', '০', '๐'].map((zero) => zero.charCodeAt(0));
const OTHER_DIGIT = /[０-９٠-٩۰-۹०-९০-৯๐-๙]/g;
const OTHER_BLANK = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const OTHER_HYPHEN = /[\u2010-\u2015\u2212\uff0d]/g;

/**
 * The text with one kind of digit, blank and hyphen, so that numbers are found however they were typed. Each character
 * becomes one character: places in the result are places in the text.
 */
export const plainCharacters = (text: string): string =>
  text
    .replace(OTHER_DIGIT, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
    })
    .replace(OTHER_BLANK, ' ')
    .replace(OTHER_HYPHEN, '-')
    .replaceAll('＠', '@')
    .replaceAll('＋', '+');
