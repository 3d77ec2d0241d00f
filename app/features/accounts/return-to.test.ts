import { expect, it } from 'vitest';
import { safeReturnTo } from './return-to';

it.each(['/ai', '/ai?draft=1#top', '/baiql/exec/42', '/search?q=//x', '/a//b'])('goes back to %s', (path) => {
  expect(safeReturnTo(path)).toBe(path);
});

it.each([
  null,
  undefined,
  '',
  'ai',
  'https://evil.test',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/.//evil.test',
  '/..//evil.test',
  'javascript:alert(1)',
  ' /ai',
  `/${'a'.repeat(3000)}`,
])('does not leave the site for %j', (path) => {
  expect(safeReturnTo(path)).toBeUndefined();
});
