import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncate } from './index.js';

describe('truncate', () => {
  it.each([
    ['Ada', 5, 'Ada'],
    ['Ada', 2, 'Ad'],
    ['𠮷野家', 1, ''],
    ['a𠮷野家', 2, 'a'],
    ['ae\u0301b', 2, 'a'],
    ['👩‍💻👩‍💻', 6, '👩‍💻'],
    ['नीता', 1, 'न'],
  ])('cuts %s at %d to "%s"', (text, maxLength, cut) => {
    expect(truncate(text, maxLength)).toBe(cut);
  });

  it('is a beginning of the text, within the limit, and never ends with half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, maxLength) => {
        const cut = truncate(text, maxLength);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(maxLength);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });

  it('bounds a letter with thousands of marks', () => {
    expect(truncate(`e${'\u0301'.repeat(10_000)}`, 20)).toHaveLength(20);
  });
});
