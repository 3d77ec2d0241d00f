/**
 * Unicode's compatibility composition: one code sequence for what looks or means the same (decomposed accents, full-width
 * letters, ligatures). Source: Unicode Standard Annex #15, form NFKC.
 */
export const toNfkc = (text: string): string => text.normalize('NFKC');
