import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffTexts, type DiffPart } from './word-diff';

const side = (parts: readonly DiffPart[], without: DiffPart['kind']) =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('a difference of words', () => {
  it('names the words that changed and leaves the others alone', () => {
    expect(diffTexts('Explain photosynthesis.', 'Explain photosynthesis to a child.')).toEqual([
      { kind: 'same', text: 'Explain photosynthesis' },
      { kind: 'added', text: ' to a child' },
      { kind: 'same', text: '.' },
    ]);
  });

  it('has both texts in it, to the space', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'word', ' ', '\n', '.', '{{name}}', 'é'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one.join(''), other.join('')];
        const parts = diffTexts(before, after);
        expect(side(parts, 'added')).toBe(before);
        expect(side(parts, 'removed')).toBe(after);
      }),
    );
  });

  it('does not compare texts of hundreds of pages word by word', () => {
    const long = 'word '.repeat(30_000);
    expect(diffTexts(long, `${long}more`)).toHaveLength(2);
  });
});
