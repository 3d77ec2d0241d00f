import { hasMixedDigits, withAsciiDigits } from './digits.js';

/** Longer sequences of digits are identifiers. */
const MAX_CHARACTERS = 30;

/** Full-width signs stand this far behind the ASCII ones. */
const FULL_WIDTH_DISTANCE = 0xfe_e0;

/** How numbers are written: their form in ASCII digits, the sign between groups, and the decimal sign. */
interface Notation {
  readonly form: RegExp;
  readonly group: RegExp;
  readonly decimal: string;
}

const NOTATIONS: readonly Notation[] = [
  // 1250, 17.5
  { form: /^[+-]?(?:\d+\.?\d*|\.\d+)$/, group: /,/g, decimal: '.' },
  // 17,5: one or two digits; `1,250` may be either and is no number.
  { form: /^[+-]?\d+,\d{1,2}$/, group: /\./g, decimal: ',' },
  // 1,250.00 and 1,250,000
  { form: /^[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/, group: /,/g, decimal: '.' },
  // 12,34,567 and 1,23,456.50: India's lakh and crore
  { form: /^[+-]?\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/, group: /,/g, decimal: '.' },
  // 1 250,00 and 1'250.00: blanks (plain, no-break, narrow, thin) or apostrophes
  {
    form: /^[+-]?\d{1,3}(?:([ \u00a0\u202f\u2009])\d{3}(?:\1\d{3})*|(?:['’]\d{3})+)(?:[.,]\d+)?$/,
    group: /[ \u00a0\u202f\u2009'’]/g,
    decimal: ',',
  },
  // 1.250,00 and 1.250.000
  { form: /^[+-]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/, group: /\./g, decimal: ',' },
  // The Arabic signs ٬ and ٫, which are never anything else
  { form: /^[+-]?(?:\d+|\d{1,3}(?:٬\d{3})+)(?:٫\d+)?$/, group: /٬/g, decimal: '٫' },
];

/**
 * Reads a number as people in any language write it: digits of every script, full-width forms, the usual group and
 * decimal signs. Null for anything else, also for what may be two numbers (`1,250`), and for digits of two scripts in one
 * number. Sources: Unicode CLDR, number
 * symbols and grouping by locale; the rule on one comma is BAIQL's.
 */
export function parseNumber(text: string): number | null {
  const plain = plainNumber(text);
  return plain === null ? null : Number(plain);
}

/** The number that `parseNumber` reads, exactly as written, in ASCII digits with a decimal point: for amounts of money. */
export function plainNumber(text: string): string | null {
  if (text.length > MAX_CHARACTERS * 4) return null;
  const inAsciiWidth = withAsciiWidth(text.trim());
  if (hasMixedDigits(inAsciiWidth)) return null;
  const written = withAsciiDigits(inAsciiWidth);
  if (written.length > MAX_CHARACTERS) return null;
  const notation = NOTATIONS.find(({ form }) => form.test(written));
  if (notation === undefined) return null;
  return written.replaceAll(notation.group, '').replace(notation.decimal, '.');
}

const withAsciiWidth = (text: string): string =>
  text
    .replaceAll('\u3000', ' ')
    .replace(/[！-～]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - FULL_WIDTH_DISTANCE));
