import { withAsciiDigits } from './digits.js';
import { equalKey } from './equal-key.js';
import { dropAccents, foldArabic, foldIndicNasals, foldKana, foldPunctuation, foldUmlauts } from './folds.js';
import { untilStable } from './until-stable.js';

/**
 * The key by which a search finds a text: `equalKey`, and beyond it the tables of `folds.ts`, with every decimal digit
 * as 0–9. Idempotent; texts with the same `equalKey` have the same `searchKey`.
 */
export const searchKey = (text: string): string =>
  untilStable(equalKey(text), ASCII.test(text) ? foldAscii : foldOnce);

/** Nothing else changes in ASCII. */
const ASCII = /^[\0-\x7f]*$/;
const foldAscii = (text: string): string => foldUmlauts(foldPunctuation(text));

const FOLDS = [
  withAsciiDigits,
  dropAccents,
  foldArabic,
  foldIndicNasals,
  foldKana,
  foldPunctuation,
  foldUmlauts,
  equalKey,
];
const foldOnce = (text: string): string => FOLDS.reduce((folded, fold) => fold(folded), text);
