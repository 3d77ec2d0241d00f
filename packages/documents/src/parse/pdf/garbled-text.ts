/** Characters that no text consists of: fonts that don't say which letters their shapes are yield them. */
const NO_TEXT = /[\p{Co}\p{Cn}\ufffd]|(?![\t\n\r])\p{Cc}/gu;
const MAX_NO_TEXT = 0.05;
const MIN_CHARACTERS = 10;

/** Words that are spaced out letter by letter. */
const MIN_WORDS = 40;
const MAX_SINGLE_LETTERS = 0.6;
const SPACED_SCRIPTS = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]+$/u;

/** Whether a text layer is not what the page shows. */
export function isGarbledText(text: string): boolean {
  const characters = text.replace(/\s/gu, '').length;
  if (characters < MIN_CHARACTERS) return false;
  if ((text.match(NO_TEXT)?.length ?? 0) > MAX_NO_TEXT * characters) return true;
  const words = text.split(/\s+/u).filter((word) => SPACED_SCRIPTS.test(word));
  const letters = words.filter(({ length }) => length === 1).length;
  return words.length >= MIN_WORDS && letters > MAX_SINGLE_LETTERS * words.length;
}
