// Redacts personal data before texts are sent to a model, and restores it in the reply on the sender's screen. Why
// placeholders are numbered: docs/decisions/0031-numbered-placeholders.md.

/** Placeholders and their originals. Never sent. */
export interface Redaction {
  placeholder: string;
  text: string;
}

/** A text and the positions of personal data in it, in order. */
export interface FoundIn {
  text: string;
  finds: readonly { start: number; end: number }[];
}

const PLAIN = '[redacted]';
const PLACEHOLDER = /\[redacted(?: \d{1,6})?\]/gi;

/**
 * Redacts the texts of a request. The same item gets the same placeholder everywhere, also in earlier requests of the
 * thread (`known`); a single item is [redacted], several are numbered.
 */
export function redactAll(
  parts: readonly FoundIn[],
  known: readonly Redaction[] = [],
): { texts: string[]; redactions: readonly Redaction[] } {
  const taken = new Set([
    ...known.map(({ placeholder }) => placeholder.toLowerCase()),
    ...parts.flatMap(({ text }) => (text.match(PLACEHOLDER) ?? []).map((each) => each.toLowerCase())),
  ]);
  const byText = new Map(known.map((redaction) => [redaction.text, redaction]));
  const items = new Set(
    parts.flatMap(({ text, finds }) => finds.map(({ start, end }) => text.slice(start, end))),
  );
  const fresh = [...items].filter((item) => !byText.has(item));
  let number = 0;
  const isAlone = fresh.length === 1 && known.length === 0 && !taken.has(PLAIN);
  for (const text of fresh) {
    let placeholder = PLAIN;
    while (!isAlone && (placeholder === PLAIN || taken.has(placeholder))) {
      number += 1;
      placeholder = `[redacted ${String(number)}]`;
    }
    taken.add(placeholder);
    byText.set(text, { placeholder, text });
  }
  const texts = parts.map(({ text, finds }) => {
    let redacted = '';
    let from = 0;
    for (const { start, end } of finds) {
      redacted += text.slice(from, start) + (byText.get(text.slice(start, end))?.placeholder ?? PLAIN);
      from = end;
    }
    return redacted + text.slice(from);
  });
  return { texts, redactions: [...byText.values()] };
}

/** Replaces placeholders with their originals, for display to the author. */
export function restore(text: string, redactions: readonly Redaction[] | undefined): string {
  if (redactions === undefined || redactions.length === 0) return text;
  const byPlaceholder = new Map(redactions.map((each) => [each.placeholder, each.text]));
  return text.replace(PLACEHOLDER, (found) => byPlaceholder.get(found.toLowerCase()) ?? found);
}
