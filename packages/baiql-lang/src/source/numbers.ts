/** Longer digits than these are identifiers. */
const MOST_NUMBER_CHARACTERS = 30;

/**
 * Ways in which people write a number, each with the character that groups its thousands and its decimal sign. A comma
 * before three digits alone (`1,250`) is in none of them: it may be either.
 */
const NOTATIONS: readonly { readonly form: RegExp; readonly group: RegExp; readonly decimal: string }[] = [
  { form: /^[+-]?(?:\d+\.?\d*|\.\d+)$/u, group: /,/gu, decimal: '.' },
  { form: /^[+-]?\d+,\d{1,2}$/u, group: /\./gu, decimal: ',' },
  { form: /^[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/u, group: /,/gu, decimal: '.' },
  // As French and Swiss sheets group: with a blank that breaks no line, or an apostrophe.
  {
    form: /^[+-]?\d{1,3}(?:['’\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/u,
    group: /['’\u00a0\u202f]/gu,
    decimal: ',',
  },
  { form: /^[+-]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/u, group: /\./gu, decimal: ',' },
];

/** A text as a number, or null: replies and cells are texts, so one that reads as a number is one. */
export function readNumber(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > MOST_NUMBER_CHARACTERS) return null;
  const notation = NOTATIONS.find(({ form }) => form.test(trimmed));
  if (notation === undefined) return null;
  return Number(trimmed.replaceAll(notation.group, '').replace(notation.decimal, '.'));
}
