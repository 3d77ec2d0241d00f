/** Personal data that can be told by its shape: e-mail addresses, phone numbers, US social security numbers. */
export interface PersonalDataItem {
  kind: 'email' | 'phone' | 'ssn';
  text: string;
  start: number;
  end: number;
}

export const MAX_ITEMS = 10;
export const REDACTED = '[redacted]';

/** In the order in which they are looked for. All are linear in the text's length: every repetition is bounded. */
const SHAPES: readonly { kind: PersonalDataItem['kind']; shape: RegExp }[] = [
  {
    kind: 'email',
    shape: /[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g,
  },
  { kind: 'ssn', shape: /(?<!\w)\d{3}-\d{2}-\d{4}(?!\w)/g },
  { kind: 'phone', shape: /(?<![\w+])\+\d{1,3}(?:[ .-]?\(?\d{2,4}\)?){2,5}(?!\w)/g },
  { kind: 'phone', shape: /(?<!\w)\(\d{2,5}\)[ .-]?\d{3,4}[ .-]?\d{3,4}(?!\w)/g },
  { kind: 'phone', shape: /(?<!\w)\d{3}[ .-]\d{3}[ .-]\d{4}(?!\w)/g },
];

/** In the order of the text, at most `limit`. */
export function findPersonalData(text: string, limit: number = MAX_ITEMS): PersonalDataItem[] {
  const items: PersonalDataItem[] = [];
  let unclaimed = text;
  for (const { kind, shape } of SHAPES) {
    // What was found is blotted out, so that it is neither found twice nor part of something else.
    unclaimed = unclaimed.replace(shape, (found, start: number) => {
      items.push({ kind, text: found, start, end: start + found.length });
      return '\0'.repeat(found.length);
    });
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
