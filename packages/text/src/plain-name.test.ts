import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainName } from './index.js';

describe('plainName', () => {
  it.each([
    ['𠮷野家', '𠮷野家'],
    ["Renée  O’Neil-D'Arcy", "Renée  O’Neil-D'Arcy"],
    ['می‌خواهم', 'می‌خواهم'],
    ['श्‍री', 'श्‍री'],
    ['👩‍💻 Ada', '👩‍💻 Ada'],
    ['❤️', '❤️'],
    ['José', 'José'],
  ])('keeps %s', (text, name) => expect(plainName(text)).toBe(name));

  it.each([
    ['Jose\u0301', 'José'],
    ['cod\u202efdp.exe', 'codfdp.exe'],
    ['Ad\u200ba\ufeff', 'Ada'],
    ['Ad\u200da', 'Ada'],
    ['pay\u00adpal', 'paypal'],
    ['\u2066Ada\u2069', 'Ada'],
    ['Ada\nLovelace\0', 'Ada Lovelace'],
    ['\ud842Ada', '\ufffdAda'],
  ])('makes %j %j', (text, name) => expect(plainName(text)).toBe(name));

  it('bounds the marks on one letter', () => {
    expect(plainName(`e${'\u0323'.repeat(10_000)}`).length).toBeLessThanOrEqual(9);
  });

  it('is its own plain name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        expect(plainName(plainName(text))).toBe(plainName(text));
      }),
      { numRuns: 3000 },
    );
  });
});
