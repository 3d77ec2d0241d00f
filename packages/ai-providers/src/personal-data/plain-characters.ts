/** Scripts without spaces between words: a letter next to a number or address is not part of it. */
export const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Hang}ー';

/** A letter or digit that would continue a number or address; for patterns with the `u` flag. */
export const WORD_CHARACTER = `(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}]`;

const DIGIT = /(?!\d)\p{Nd}/gu;
const BLANK = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
/** Directional marks around numbers in Arabic and Hebrew texts. */
const DIRECTION_MARK = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const HYPHEN = /[\u2010-\u2015\u2212\uff0d]/g;
/** The long vowel mark, which Japanese keyboards produce for a hyphen. */
const LONG_VOWEL_AS_HYPHEN = /(?<=\d)ー(?=\d)/g;
const FULL_WIDTH = /[＠＋（）．：]/g;
const ASCII_OF: Readonly<Record<string, string>> = {
  '＠': '@',
  '＋': '+',
  '（': '(',
  '）': ')',
  '．': '.',
  '：': ':',
};

/** Normalizes digits, spaces, brackets and hyphens. Each UTF-16 unit maps to one unit, so positions stay the same. */
export const plainCharacters = (text: string): string =>
  text
    .replace(DIGIT, (character) => DIGITS.get(character) ?? character)
    .replace(BLANK, ' ')
    .replace(DIRECTION_MARK, ' ')
    .replace(HYPHEN, '-')
    .replace(LONG_VOWEL_AS_HYPHEN, '-')
    .replace(FULL_WIDTH, (character) => ASCII_OF[character] ?? character);

/** Decimal digits of all scripts in the Basic Multilingual Plane; each script has ten in a row, from zero. */
const DIGITS: ReadonlyMap<string, string> = readDigits();

function readDigits(): Map<string, string> {
  const digits = new Map<string, string>();
  let value = 0;
  for (let code = 0x80; code <= 0xffff; code += 1) {
    const character = String.fromCharCode(code);
    if (!/\p{Nd}/u.test(character)) value = 0;
    else digits.set(character, String(value++ % 10));
  }
  return digits;
}
