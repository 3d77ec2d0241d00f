import type { Options } from 'csv-stringify/sync';
import { isNegativeNumber } from './result.js';

/**
 * A spreadsheet runs a cell that begins like this, also after line feeds and blanks, which it trims; full-width signs
 * count as well (OWASP, CSV injection).
 */
const FORMULA = /^(?:[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\n ]*[\t\r])/u;

/** The text with an apostrophe before it where a spreadsheet would run it; negative numbers stay numbers. */
export const disarmFormula = (text: string): string =>
  FORMULA.test(text) && !isNegativeNumber(text.trim()) ? `'${text}` : text;

/** How every csv file is written. */
export const CSV_FORMAT: Options = {
  record_delimiter: 'windows',
  // A line break by itself, as replies have it, ends a row as well.
  quote_record_delimiter: true,
  cast: { string: disarmFormula },
};
