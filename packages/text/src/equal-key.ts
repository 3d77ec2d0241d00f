import { toNfkc } from './normalize.js';
import { untilStable } from './until-stable.js';

/** ASCII needs nothing but lower case. */
const ASCII = /^[\0-\x7f]*$/;

/** Fatha to hamza below, the small superscript alef, Quranic marks, and the tatweel that only stretches a word. */
const HARAKAT_AND_TATWEEL =
  /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/gu;

/** Zero-width signs, soft hyphens, bidi controls, variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The key by which texts are equal without regard to case: for `=`, `CONTAINS`, joins, columns and tags. Unicode's
 * NFKC_Casefold (so that width, ligatures and invisible signs don't count, and ß is ss), with the four Turkish i as one,
 * without harakat and tatweel. Accents count. Idempotent. Not for anything that identifies a user, a file or a key: those
 * compare exactly.
 */
export const equalKey = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : untilStable(text, foldOnce);

const foldOnce = (text: string): string =>
  toNfkc(foldCase(toNfkc(text).replace(IGNORABLE, '').replace(HARAKAT_AND_TATWEEL, '')));

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
