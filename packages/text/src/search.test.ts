import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher, searchTerms, searchTokens } from './index.js';

/** What an index of tokens finds. */
function indexFinds(search: string, text: string): boolean {
  const tokens = searchTokens(text);
  const terms = searchTerms(search);
  if (terms.length === 0) return search.trim() === '';
  return terms.every(({ token, isPrefix }) =>
    tokens.some((each) => (isPrefix ? each.startsWith(token) : each === token)),
  );
}

describe('a search', () => {
  it.each([
    ['straße', 'In der STRASSE'],
    ['mueller', 'Müller, Ingrid'],
    ['plan less', 'Lesson plan'],
    ['haltig', 'Nachhaltigkeit'],
    ['京都', '東京都庁'],
    ['都', '東京都庁'],
    ['AI', '生成AIの使い方'],
    ['カタ', 'ひらがなとかたかな'],
    ['국어', '한국어를 배우다'],
    ['สวัส', 'คำว่าสวัสดีครับ'],
    ['محمد', 'رسالة إلى مُحَمَّد'],
    ['احمد', 'أحمد'],
    ['हिन्दी', 'हिंदी की कविता'],
    ['2026', 'خطة ٢٠٢٦'],
    ['l’été', "L'été à Québec"],
    ['Li', 'Li Bo'],
    ['x', 'Plan X for the x-axis'],
    ['internationalization', 'Guide to internationalizations'],
    ['میخواهم', 'می‌خواهم بنویسم'],
  ])('for %s finds %s', (search, text) => {
    expect(createMatcher(search)(text)).toBe(true);
    expect(indexFinds(search, text)).toBe(true);
  });

  it.each([
    ['schon blau', 'Schön grün'],
    ['ai', 'Explain emails'],
    ['x', 'Explain taxes'],
    ['plans', 'Lesson plan'],
    ['東大', '東京大学'],
    ['!!!', 'anything!!!'],
  ])('for %s does not find %s', (search, text) => {
    expect(createMatcher(search)(text)).toBe(false);
    expect(indexFinds(search, text)).toBe(false);
  });

  it('without words finds everything if it is empty', () => {
    expect(createMatcher(' ')('anything')).toBe(true);
    expect(searchTerms(' ')).toEqual([]);
  });

  it('takes time in proportion to the text', () => {
    expect(searchTokens('e\u0301'.repeat(50_000)).length).toBeLessThan(20);
    expect(searchTokens(`e${'\u0323'.repeat(50_000)}`).length).toBeLessThan(50_100);
    expect(searchTokens('東'.repeat(100_000)).length).toBeLessThan(20);
  });
});

/** First and last letter of scripts in which people write, and what stands between letters. */
const SCRIPTS: readonly (readonly [number, number])[] = [
  [0x41, 0x7a],
  [0xc0, 0x17f],
  [0x1e00, 0x1eff],
  [0x370, 0x3ff],
  [0x1f00, 0x1fff],
  [0x400, 0x4ff],
  [0x531, 0x587],
  [0x5b0, 0x5ea],
  [0x620, 0x6ff],
  [0x710, 0x74a],
  [0x780, 0x7b1],
  [0x7c0, 0x7fa],
  [0x904, 0x97f],
  [0x981, 0x9fe],
  [0xa01, 0xa75],
  [0xa81, 0xaef],
  [0xb01, 0xb77],
  [0xb82, 0xbf2],
  [0xc01, 0xc7f],
  [0xc80, 0xcf2],
  [0xd01, 0xd7f],
  [0xd82, 0xdf4],
  [0xe01, 0xe5b],
  [0xe81, 0xedf],
  [0xf00, 0xfbc],
  [0x1000, 0x109f],
  [0x10a0, 0x10ff],
  [0x1100, 0x11ff],
  [0x1200, 0x137c],
  [0x13a0, 0x13fd],
  [0x1401, 0x166c],
  [0x1780, 0x17e9],
  [0x1820, 0x18aa],
  [0x2c80, 0x2cf3],
  [0x3041, 0x3096],
  [0x30a1, 0x30ff],
  [0x4e00, 0x9fff],
  [0xa000, 0xa48c],
  [0xac00, 0xd7a3],
  [0xff01, 0xff9f],
  [0x1e900, 0x1e959],
  [0x20000, 0x2a6d6],
];
const letters = fc.constantFrom(...SCRIPTS).chain(([first, last]) =>
  fc.array(
    fc.integer({ min: first, max: last }).map((code) => String.fromCodePoint(code)),
    { minLength: 1, maxLength: 12 },
  ),
);
const text = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: letters.map((each) => each.join('')) },
      fc.constantFrom(' ', '-', '’', '\u200d', '１２', '٣'),
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

describe('10,000 random texts of forty scripts', () => {
  it('have the same parts for the index as for a direct match', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(24), (whole, from, length) => {
        const signs = Array.from(whole);
        const start = signs.length === 0 ? 0 : from % signs.length;
        const search = signs.slice(start, start + length).join('');
        const isFound = createMatcher(search)(whole);
        if (isFound) expect(indexFinds(search, whole)).toBe(true);
        // Longer words are looked up by parts, which may stand in two words.
        const isShort = searchTerms(search).length <= search.split(/\P{L}/u).length;
        if (indexFinds(search, whole) && isShort && signs.length <= 8) expect(isFound).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });
});
