/** Longer sequences of digits are identifiers. */
const MAX_NUMBER_CHARACTERS = 30;

/**
 * Number formats with their thousands separator and decimal sign. A comma before exactly three digits (`1,250`) matches
 * none of them, as it is ambiguous.
 */
const NOTATIONS: readonly { readonly form: RegExp; readonly group: RegExp; readonly decimal: string }[] = [
  { form: /^[+-]?(?:\d+\.?\d*|\.\d+)$/u, group: /,/gu, decimal: '.' },
  { form: /^[+-]?\d+,\d{1,2}$/u, group: /\./gu, decimal: ',' },
  { form: /^[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/u, group: /,/gu, decimal: '.' },
  // French and Swiss grouping: a no-break space, or an apostrophe.
  {
    form: /^[+-]?\d{1,3}(?:['’\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/u,
    group: /['’\u00a0\u202f]/gu,
    decimal: ',',
  },
  { form: /^[+-]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/u, group: /\./gu, decimal: ',' },
];

/** Parses a number; null otherwise. Replies and cells are texts, so numeric texts count. */
export function readNumber(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_NUMBER_CHARACTERS) return null;
  const notation = NOTATIONS.find(({ form }) => form.test(trimmed));
  if (notation === undefined) return null;
  return Number(trimmed.replaceAll(notation.group, '').replace(notation.decimal, '.'));
}
