/** Root locale: grapheme boundaries don't depend on the language. */
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Blanks, controls, invisible signs and halves of surrogate pairs, which show nothing. */
const UNSEEN = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/u;

/** In UTF-16 units. More marks on a letter are bad input; the letter stands for itself. */
const MAX_LENGTH = 32;

/**
 * The first character as a reader sees it, with its marks and joined parts; empty for a text that shows nothing. Source:
 * Unicode Standard Annex #29, extended grapheme clusters.
 */
export function firstGrapheme(text: string): string {
  const seen = text.replace(UNSEEN, '');
  const [first] = SEGMENTER.segment(seen.slice(0, MAX_LENGTH * 2));
  const grapheme = first?.segment ?? '';
  return grapheme.length > MAX_LENGTH ? String.fromCodePoint(grapheme.codePointAt(0) ?? 0) : grapheme;
}
