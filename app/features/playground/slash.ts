const MAX_CHARACTERS = 60;

/** A slash at the beginning of a line, and the words up to the caret. */
export interface Slash {
  start: number;
  end: number;
  words: string;
}

/** Undefined if the caret isn't after one. A path such as /usr/bin is text. */
export function findSlash(text: string, caret: number): Slash | undefined {
  const start = caret === 0 ? 0 : text.lastIndexOf('\n', caret - 1) + 1;
  if (caret <= start || text[start] !== '/' || caret - start > MAX_CHARACTERS) return undefined;
  const words = text.slice(start + 1, caret);
  return words.includes('/') || words.startsWith(' ')
    ? undefined
    : { start, end: caret, words: words.trim() };
}

/** The text with another in place of the slash and its words. */
export const replaceSlash = (text: string, { start, end }: Slash, other: string): string =>
  text.slice(0, start) + other + text.slice(end);
