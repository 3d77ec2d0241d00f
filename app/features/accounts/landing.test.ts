import { expect, it } from 'vitest';
import { LANDING_PAGES } from '~/features/preferences';
import routes from '~/routes';
import { landingFor, safeReturnTo } from './landing';

it('leads to pages that exist', () => {
  expect(routes.map((route) => `/${route.path ?? ''}`)).toEqual(expect.arrayContaining([...LANDING_PAGES]));
});

it.each([
  ['/ai?draft=1', '/dashboard', '/ai?draft=1'],
  [null, '/ai', '/ai'],
  ['//evil.test', '/ai', '/ai'],
  ['/login?returnTo=%2Fai', '/ai', '/ai'],
  ['/loginless', '/ai', '/loginless'],
] as const)('going to %j with the preference %j ends at %s', (returnTo, preferred, landing) => {
  expect(landingFor(returnTo, preferred, { roles: [] })).toBe(landing);
});

it('does not lead to a page that one may not open', () => {
  expect(landingFor(null, '/baiql', { roles: ['teamuser'] })).toBe('/baiql');
  expect(landingFor(null, '/baiql', { roles: [] })).toBe('/ai');
});

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
