import { expect, it } from 'vitest';
import { pagesOf } from './pages-of';

it('a document is shown page by page', () => {
  expect(pagesOf('[Page 1]\nRent.\n\n[Page 2]\nSee [Page 1] and\n[Page 3 has no text.]')).toEqual([
    { page: 1, text: 'Rent.' },
    { page: 2, text: 'See [Page 1] and\n[Page 3 has no text.]' },
  ]);
});

it('a text without marks comes in parts that lose nothing', () => {
  const text = Array.from({ length: 1_000 }, (_, line) => `line ${line}`).join('\n');
  const parts = pagesOf(text);
  expect(parts.length).toBe(5);
  expect(parts.every(({ page }) => page === null)).toBe(true);
  expect(parts.map((part) => part.text).join('\n')).toBe(text);
  expect(pagesOf('')).toEqual([{ page: null, text: '' }]);
});
