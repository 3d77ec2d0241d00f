import type { RouteConfigEntry } from '@remix-run/route-config';
import { describe, expect, it } from 'vitest';
import routes from '~/routes';
import { destinationsFor, type ShellUser } from './destinations';
import { palettePages } from './palette-pages';

const users: readonly ShellUser[] = [
  null,
  { firstName: '', roles: [] },
  { firstName: 'Ada', roles: ['admin'] },
];

describe('links of the shell', () => {
  it('lead only to pages that exist', () => {
    const pathsOf = (entries: readonly RouteConfigEntry[], parent: string): string[] =>
      entries.flatMap(({ path, children = [] }) => {
        const own = path === undefined ? parent : `${parent}/${path}`;
        return [own, ...pathsOf(children, own)];
      });
    const patterns = pathsOf(routes, '').map(
      (path) => new RegExp(`^${path === '' ? '/' : path.replace(/:\w+/g, '[^/]+')}$`),
    );
    const exists = (to: string): boolean => patterns.some((pattern) => pattern.test(to));
    const linked = users.flatMap((user) => [
      ...(['header', 'footer'] as const).flatMap((place) => destinationsFor(user, place)),
      ...palettePages(user),
    ]);
    expect(linked.map(({ to }) => to).filter((to) => !exists(to))).toEqual([]);
  });

  it('name no page twice in one place', () => {
    for (const user of users) {
      const lists = [destinationsFor(user, 'header'), destinationsFor(user, 'footer'), palettePages(user)];
      for (const list of lists) {
        const addresses = list.map(({ to }) => to);
        expect(new Set(addresses).size).toBe(addresses.length);
      }
    }
  });
});
