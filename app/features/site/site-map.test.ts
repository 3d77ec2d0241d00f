import { expect, it } from 'vitest';
import { siteMapFor, type ShellUser } from '~/features/shell';
import { PAGE_TEXTS } from './site-map';

const addressesFor = (user: ShellUser) => siteMapFor(user).map(({ to }) => to);

it('the site map has every page with a word about it, once, and the console for administrators alone', () => {
  const free = addressesFor({ firstName: 'Frida', roles: [] });
  const administrator = addressesFor({ firstName: 'Ada', roles: ['admin'] });
  const stranger = addressesFor(null);
  expect(free).toEqual(
    expect.arrayContaining(['/', '/ai', '/dashboard', '/settings/usage', '/top-up', '/teams']),
  );
  expect(free).not.toContain('/baiql');
  expect(free).not.toContain('/login');
  expect(administrator).toEqual(expect.arrayContaining([...free, '/baiql', '/baiql/runs', '/admin']));
  expect(stranger).toEqual(expect.arrayContaining([...free, '/baiql', '/login', '/register']));
  expect(stranger).not.toContain('/admin');
  for (const list of [free, administrator, stranger]) {
    expect(new Set(list).size).toBe(list.length);
    expect(list.filter((to) => PAGE_TEXTS[to] === undefined)).toEqual([]);
  }
});
