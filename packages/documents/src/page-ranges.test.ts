import { expect, test } from 'vitest';
import { parsePageRanges, selectPages } from './page-ranges.js';

test.each([
  ['1-3, 5,8-', [1, 2, 3, 5, 8, 9, 10]],
  ['2', [2]],
  ['9-30', [9, 10]],
  ['3,1-4', [1, 2, 3, 4]],
])('pages %j of ten are %j', (text, pages) => {
  expect(selectPages(10, parsePageRanges(text) ?? [])).toEqual(pages);
});

test.each(['', '0', '3-1', 'a', '1-2-3', '-3', '1,,2'])('%j is no page range', (text) => {
  expect(parsePageRanges(text)).toBeNull();
});

test('without ranges all pages are meant, up to a limit', () => {
  expect(selectPages(3, undefined)).toEqual([1, 2, 3]);
  expect(selectPages(1_000_000, undefined, 2)).toEqual([1, 2]);
});
