/** The first whose letters occur decides: Persian and Urdu use letters that Arabic lacks, and Japanese writes Han beside kana. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Hangul}/u, 'ko'],
  [/\p{sc=Bopomofo}/u, 'zh-Hant'],
  [/\p{sc=Han}/u, 'zh'],
  [/[ٹڈڑںے]/u, 'ur'],
  [/[پچژگ]/u, 'fa'],
  [/\p{sc=Arabic}/u, 'ar'],
  [/\p{sc=Hebrew}/u, 'he'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Greek}/u, 'el'],
  [/\p{sc=Devanagari}/u, 'hi'],
  [/\p{sc=Bengali}/u, 'bn'],
  [/\p{sc=Tamil}/u, 'ta'],
  [/\p{sc=Georgian}/u, 'ka'],
  [/\p{sc=Armenian}/u, 'hy'],
];

/** Enough to tell, also of a text that begins with a quotation. */
const LOOKED_AT = 1000;
const LATIN_OR_CYRILLIC = /[\p{sc=Latin}\p{sc=Cyrillic}]/gu;

/**
 * The BCP 47 tag of a text whose script tells its language, for a `lang` attribute: browsers pick the shapes of Chinese and
 * Japanese characters, and screen readers the voice, by it. Undefined for Latin and Cyrillic, which many languages share,
 * and where these make up most of the text.
 */
export function languageOf(text: string): string | undefined {
  const start = text.slice(0, LOOKED_AT);
  const found = LANGUAGES.find(([letters]) => letters.test(start));
  if (!found) return undefined;
  const shared = start.match(LATIN_OR_CYRILLIC)?.length ?? 0;
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  return shared * 2 > letters ? undefined : found[1];
}
