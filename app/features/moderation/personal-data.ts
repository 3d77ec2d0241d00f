/** Personal data that can be told by its shape: e-mail addresses, phone numbers, US social security numbers. */
export interface PersonalDataItem {
  kind: 'email' | 'phone' | 'ssn';
  text: string;
  start: number;
  end: number;
}

export const MAX_ITEMS = 10;
export const REDACTED = '[redacted]';

/**
 * All are linear in the text's length: every repetition is bounded. An SSN is looked for before a phone number,
 * which would otherwise swallow it.
 */
const SHAPES: readonly { kind: PersonalDataItem['kind']; shape: RegExp }[] = [
  {
    kind: 'email',
    shape: /[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g,
  },
  { kind: 'ssn', shape: /\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b/g },
  {
    kind: 'phone',
    shape: /(?<![\w.])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)[ .-]?)?\d{2,4}(?:[ .-]\d{2,4}){2,3}(?![\w-])/g,
  },
];

/** In the order of the text, at most `limit`; overlapping finds count once. */
export function findPersonalData(text: string, limit: number = MAX_ITEMS): PersonalDataItem[] {
  const items: PersonalDataItem[] = [];
  for (const { kind, shape } of SHAPES) {
    for (const match of text.matchAll(shape)) {
      const start = match.index;
      const end = start + match[0].length;
      if (kind === 'phone' && match[0].replace(/\D/g, '').length < 7) continue;
      if (items.some((item) => start < item.end && end > item.start)) continue;
      items.push({ kind, text: match[0], start, end });
    }
  }
  return items.sort((a, b) => a.start - b.start).slice(0, limit);
}

/** Replaces every find, not only the first ten: what is sent must be clean. */
export function redactPersonalData(text: string): string {
  let redacted = '';
  let from = 0;
  for (const item of findPersonalData(text, Number.POSITIVE_INFINITY)) {
    redacted += text.slice(from, item.start) + REDACTED;
    from = item.end;
  }
  return redacted + text.slice(from);
}
