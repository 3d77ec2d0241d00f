import { withAsciiDigits } from './digits.js';
import { dropAccents, foldArabic, foldIndicNasals, foldKana, foldPunctuation, foldUmlauts } from './folds.js';
import { toNfkc } from './normalize.js';

/** Pairs of texts with the same key are "the same without regard to case". ASCII needs nothing but lower case. */
const ASCII = /^[\0-\x7f]*$/;

/** Fatha to hamza below, the small superscript alef, Quranic marks, and the tatweel that only stretches a word. */
const HARAKAT_AND_TATWEEL =
  /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/gu;

/**
 * The key by which texts are equal without regard to case: for `=`, `CONTAINS`, joins, columns and tags. NFKC (so that
 * width and ligatures don't count), full case folding with ß as ss, the four Turkish i as one, without harakat and
 * tatweel. Accents count. Idempotent. Not for anything that identifies a user, a file or a key: those compare exactly.
 */
export const equalKey = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : untilStable(text, foldOnce);

/**
 * The key by which a search finds a text: `equalKey`, and beyond it the tables of `folds.ts`, with every decimal digit
 * as 0–9. Idempotent; texts with the same `equalKey` have the same `searchKey`.
 */
export const searchKey = (text: string): string => untilStable(equalKey(text), foldForSearchOnce);

const foldOnce = (text: string): string => toNfkc(foldCase(toNfkc(text).replace(HARAKAT_AND_TATWEEL, '')));

/**
 * Full case folding (CaseFolding.txt, statuses C and F) by the mappings that JavaScript has: lower case turns ẞ into ß,
 * upper case then ß into SS. A final ς is σ, as in that file; i with a separate dot, also beyond other marks, is what
 * lower case makes of İ.
 */
const foldCase = (text: string): string =>
  text
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('ς', 'σ')
    .replace(/(i\p{M}*?)\u0307/gu, '$1');

const FOLDS = [
  withAsciiDigits,
  dropAccents,
  foldArabic,
  foldKana,
  foldIndicNasals,
  foldPunctuation,
  foldUmlauts,
  equalKey,
];
const foldForSearchOnce = (text: string): string => FOLDS.reduce((folded, fold) => fold(folded), text);

/** A fold may leave what another one folds: repeated until nothing changes, so that a key's key is the key itself. */
function untilStable(text: string, fold: (text: string) => string): string {
  const next = fold(text);
  return next === text ? text : untilStable(next, fold);
}
