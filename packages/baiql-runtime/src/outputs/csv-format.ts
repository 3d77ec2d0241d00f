import type { Options } from 'csv-stringify/sync';
import { isNegativeNumber } from './result.js';

/**
 * Spreadsheets execute cells that begin like this, also after line feeds and spaces, which they trim, and with
 * full-width signs (OWASP, CSV injection).
 */
const FORMULA = /^(?:[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\n ]*[\t\r])/u;

/** Prefixes an apostrophe to texts a spreadsheet would execute; negative numbers stay numbers. */
export const escapeFormula = (text: string): string =>
  FORMULA.test(text) && !isNegativeNumber(text.trim()) ? `'${text}` : text;

/** The format of every csv file. */
export const CSV_FORMAT: Options = {
  record_delimiter: 'windows',
  // A lone line feed or carriage return, as in replies, ends a row as well.
  quote_record_delimiter: true,
  cast: { string: escapeFormula },
};
