import { expect, it } from 'vitest';
import { LANDING_PAGES } from '~/features/preferences';
import routes from '~/routes';
import { BUILT_LANDING_PAGES, landingFor } from './landing';

it('knows which landing pages exist', () => {
  const paths = routes.map((route) => `/${route.path ?? ''}`);
  expect(BUILT_LANDING_PAGES).toEqual(LANDING_PAGES.filter((page) => paths.includes(page)));
});

it.each([
  ['/ai?draft=1', '/dashboard', '/ai?draft=1'],
  [null, '/ai', '/ai'],
  ['//evil.test', '/ai', '/ai'],
  ['/login?returnTo=%2Fai', '/ai', '/ai'],
  ['/loginless', '/ai', '/loginless'],
  [null, '/nowhere', '/ai'],
])('going to %j with the preference %j ends at %s', (returnTo, preferred, landing) => {
  expect(landingFor(returnTo, preferred)).toBe(landing);
});
