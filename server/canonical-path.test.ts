import { describe, expect, it } from 'vitest';
import { findPageIn } from './canonical-path';

const findPage = findPageIn([
  '/',
  '/login',
  '/docs',
  '/docs/learn',
  '/docs/learn/:slug',
  '/docs/:legal',
  '/saved-prompts/:id',
  '/Identity/Account/*',
  '/api/*',
  '/*',
]);
const exactAddress = (path: string) => findPage(path)?.canonicalPath;

describe('the exact address', () => {
  it.each([
    '/',
    '/login',
    '/docs/learn/Better',
    '/docs/terms',
    '/saved-prompts/A%2Fb',
    '/Identity/Account/Login',
  ])('is %s itself', (path) => expect(exactAddress(path)).toBe(path));

  it.each([
    ['/Login', '/login'],
    ['/LOGIN/', '/login'],
    ['/login/', '/login'],
    ['//login', '/login'],
    ['//', '/'],
    ['/%6Cogin', '/login'],
    ['/%4c%6fgin', '/login'],
    ['/Docs/Learn/', '/docs/learn'],
    ['/DOCS/Learn/Some-Doc/', '/docs/learn/Some-Doc'],
    ['/Docs/terms', '/docs/terms'],
    ['/saved%2Dprompts/AbC/', '/saved-prompts/AbC'],
    ['/identity/account/Manage', '/Identity/Account/Manage'],
  ])('of %s is %s', (path, exact) => expect(exactAddress(path)).toBe(exact));

  it.each(['/nothing', '/api/FAQ/categories', '/API/faq', '/metrics/', '/docs/learn/a/b'])(
    'is none for %s, which is no page',
    (path) => expect(exactAddress(path)).toBeUndefined(),
  );

  it('never leads to another host', () => {
    for (const path of ['//evil.example/login', '///docs', '/\\evil.example', '//evil.example//'])
      expect(exactAddress(path) ?? '/').toMatch(/^\/(?![/\\])/);
  });
});
