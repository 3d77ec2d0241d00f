/** What a search ignores, script by script. Each fold expects text in lower case. */

const MARKED_LETTER = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
/** Latin letters that Unicode doesn't decompose, as typed on other keyboards. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ø', 'o'],
  ['ł', 'l'],
]);

/** Accents of Latin and Greek dropped; marks of other scripts are letters or vowels, and stay. */
export const dropAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(MARKED_LETTER, '$1')
    .normalize('NFC')
    .replace(/[œæøł]/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter);

/** Source: Lucene's ArabicNormalizer (alef with madda or hamza, alef wasla, alef maksura, teh marbuta). */
const ARABIC: ReadonlyMap<string, string> = new Map([
  ['آ', 'ا'],
  ['أ', 'ا'],
  ['إ', 'ا'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ة', 'ه'],
]);
export const foldArabic = (text: string): string =>
  text.replace(/[آأإٱىة]/gu, (letter) => ARABIC.get(letter) ?? letter);

/** Katakana as hiragana, which Unicode encodes 96 places before it. */
const KANA_DISTANCE = 0x60;
export const foldKana = (text: string): string =>
  text.replace(/[ァ-ヶヽヾ]/gu, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) - KANA_DISTANCE),
  );

/**
 * A nasal consonant before a consonant of its own class, and the candrabindu, as the anusvara: हिन्दी is हिंदी. The Indic
 * blocks share one layout, so the positions hold for Devanagari, Bengali, Gujarati, Oriya, Telugu and Kannada. Gurmukhi
 * has two signs for the anusvara. Source: Unicode Standard, chapter 12; Lucene's HindiNormalizer.
 */
const INDIC_BLOCKS = [0x09_00, 0x09_80, 0x0a_80, 0x0b_00, 0x0c_00, 0x0c_80];
const CANDRABINDU = 0x01;
const ANUSVARA = 0x02;
const VIRAMA = 0x4d;
/** Per class: the nasal, and the first and last consonant before which it is written as an anusvara. */
const NASAL_CLASSES = [
  [0x19, 0x15, 0x18],
  [0x1e, 0x1a, 0x1d],
  [0x23, 0x1f, 0x22],
  [0x28, 0x24, 0x27],
  [0x2e, 0x2a, 0x2d],
] as const;

const INDIC_NASALS = INDIC_BLOCKS.map((block) => {
  const sign = (position: number): string => String.fromCodePoint(block + position);
  const beforeOwnClass = NASAL_CLASSES.map(
    ([nasal, first, last]) => `${sign(nasal)}${sign(VIRAMA)}(?=[${sign(first)}-${sign(last)}])`,
  );
  return {
    spellings: new RegExp([sign(CANDRABINDU), ...beforeOwnClass].join('|'), 'gu'),
    anusvara: sign(ANUSVARA),
  };
});
const GURMUKHI_TIPPI = 'ੰ';
const GURMUKHI_BINDI = 'ਂ';

export const foldIndicNasals = (text: string): string =>
  INDIC_NASALS.reduce(
    (folded, { spellings, anusvara }) => folded.replace(spellings, anusvara),
    text.replaceAll(GURMUKHI_TIPPI, GURMUKHI_BINDI),
  );

/** Typographic quotes and apostrophes, including primes and accents typed in their place, as plain ones. */
export const foldPunctuation = (text: string): string =>
  text.replace(/[‘’‚‛‹›ʹʻʼʽ′`´]/gu, "'").replace(/[“”„‟«»″]/gu, '"');

/**
 * ae, oe and ue as a, o and u, which is what dropped accents leave of ä, ö and ü: Mueller, Müller and Muller are found
 * by each other. Not ue after a vowel or q (neue, queue). Source: Lucene's GermanNormalizationFilter.
 */
export const foldUmlauts = (text: string): string =>
  text.replace(/([ao])e/gu, '$1').replace(/(?<![aeiouyq])ue/gu, 'u');
