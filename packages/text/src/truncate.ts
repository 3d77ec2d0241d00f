/** Root locale: grapheme boundaries don't depend on the language. */
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The beginning of a text, at most `maxLength` UTF-16 units, never ending inside a character as a reader sees it. Where
 * the first character alone is longer, it ends after a whole code point.
 */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const around = SEGMENTER.segment(text.slice(0, maxLength + LONGEST_GRAPHEME));
  const start = around.containing(maxLength)?.index ?? 0;
  return text.slice(0, start === 0 ? beforeSurrogate(text, maxLength) : start);
}

/** Longer characters are bad input. */
const LONGEST_GRAPHEME = 64;

const beforeSurrogate = (text: string, at: number): number =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1)) ? at - 1 : at;
