/** Root locale: grapheme boundaries don't depend on the language. */
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The first character as a reader sees it, with its marks and joined parts; empty for an empty text. Source: Unicode
 * Standard Annex #29, extended grapheme clusters.
 */
export function firstGrapheme(text: string): string {
  const [first] = SEGMENTER.segment(text);
  return first?.segment ?? '';
}
