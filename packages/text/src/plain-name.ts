/** Overrides, embeddings and isolates of direction, which would rearrange the text around a name. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Signs that show nothing; two names that differ only by them look the same. */
const INVISIBLE =
  /(?!\u200c|\u200d|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;
/** Joiners shape words of Arabic and Indic scripts and join emoji; they show nothing elsewhere. */
const STRAY_JOINER =
  /(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{M}\p{Extended_Pictographic}\ufe0f])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** More marks than any orthography puts on one letter. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu;

/**
 * A name as it is stored: NFC, without what shows nothing or rearranges the text around it, on one line, with at most
 * eight marks a letter and no halves of surrogate pairs. Every name that a reader can see stays as it was typed.
 */
export const plainName = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(CONTROLS, ' ')
    .replace(BIDI_CONTROLS, '')
    .replace(INVISIBLE, '')
    .replace(STRAY_JOINER, '')
    .replace(TOO_MANY_MARKS, '$1')
    .trim();
