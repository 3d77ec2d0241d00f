import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstGrapheme } from './index.js';

describe('firstGrapheme', () => {
  it.each([
    ['Ada', 'A'],
    ['𠮷野家', '𠮷'],
    ['e\u0301mile', 'e\u0301'],
    ['👩‍💻 Ada', '👩‍💻'],
    ['नीता', 'नी'],
    ['', ''],
    ['\u202eAda', 'A'],
    ['\u200b \ud842Ada', 'A'],
    [`e${'\u0301'.repeat(10_000)}mile`, 'e'],
    ['\ud842', ''],
  ])('of %s is %s', (text, first) => expect(firstGrapheme(text)).toBe(first));

  it('is never half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const first = firstGrapheme(text);
        expect(text).toContain(first);
        expect(first).not.toMatch(/^[\ud800-\udbff]$/);
      }),
    );
  });
});
