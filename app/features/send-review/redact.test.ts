import { describe, expect, it } from 'vitest';
import { redactAll, restore, type FoundIn } from './redact';

/** A text with personal data marked by braces. */
function found(marked: string): FoundIn {
  const finds: { start: number; end: number }[] = [];
  const text = marked.replace(/\{([^}]*)\}/g, (_all, item: string, at: number) => {
    const start = at - finds.length * 2;
    finds.push({ start, end: start + item.length });
    return item;
  });
  return { text, finds };
}

describe('what is redacted', () => {
  it('is [redacted] where there is one item, however often', () => {
    expect(redactAll([found('{ann@x.org} or {ann@x.org}')])).toEqual({
      texts: ['[redacted] or [redacted]'],
      redactions: [{ placeholder: '[redacted]', text: 'ann@x.org' }],
    });
  });

  it('has a number where there are several, the same item the same one in prompt and files', () => {
    const parts = [found('Ask {ann@x.org} or {555-0100}.'), found('{555-0100} is busy.')];
    const { texts, redactions } = redactAll(parts);
    expect(texts).toEqual(['Ask [redacted 1] or [redacted 2].', '[redacted 2] is busy.']);
    expect(texts.map((text) => restore(text, redactions))).toEqual(parts.map(({ text }) => text));
  });

  it('keeps its placeholder for the whole thread', () => {
    const first = redactAll([found('{ann@x.org}')]);
    const second = redactAll([found('{bob@x.org} knows {ann@x.org}')], first.redactions);
    expect(second.texts).toEqual(['[redacted 1] knows [redacted]']);
    expect(restore('[redacted 1] and [redacted]', second.redactions)).toBe('bob@x.org and ann@x.org');
  });

  it('never takes a placeholder that the writer has used already', () => {
    expect(redactAll([found('[redacted] is not {ann@x.org}')]).texts).toEqual([
      '[redacted] is not [redacted 1]',
    ]);
    expect(redactAll([found('[Redacted 1], {a@x.org}, {b@x.org}')]).texts).toEqual([
      '[Redacted 1], [redacted 2], [redacted 3]',
    ]);
  });

  it('is nothing where nothing was found', () => {
    expect(redactAll([found('Plain.')])).toEqual({ texts: ['Plain.'], redactions: [] });
  });
});

describe('a reply', () => {
  const redactions = [
    { placeholder: '[redacted 1]', text: 'ann@x.org' },
    { placeholder: '[redacted 2]', text: '$& $1' },
  ];
  it('has the items back where their placeholders stand, whatever the model did to the first letter', () => {
    expect(restore('Dear [Redacted 1], [redacted 2]!', redactions)).toBe('Dear ann@x.org, $& $1!');
  });

  it('keeps placeholders that stand for nothing', () => {
    expect(restore('[redacted] [redacted 7]', redactions)).toBe('[redacted] [redacted 7]');
    expect(restore('[redacted]', undefined)).toBe('[redacted]');
  });
});
