import type { RouteConfigEntry } from '@remix-run/route-config';
import { describe, expect, it } from 'vitest';
import routes from '~/routes';
import { destinationsFor, type Visitor } from './destinations';
import { palettePages } from './palette-pages';

const visitors: readonly Visitor[] = [
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
    const linked = visitors.flatMap((visitor) => [
      ...(['header', 'footer'] as const).flatMap((place) => destinationsFor(visitor, place)),
      ...palettePages(visitor),
    ]);
    expect(linked.map(({ to }) => to).filter((to) => !exists(to))).toEqual([]);
  });

  it('name no page twice in one place', () => {
    for (const visitor of visitors) {
      const lists = [
        destinationsFor(visitor, 'header'),
        destinationsFor(visitor, 'footer'),
        palettePages(visitor),
      ];
      for (const list of lists) {
        const addresses = list.map(({ to }) => to);
        expect(new Set(addresses).size).toBe(addresses.length);
      }
    }
  });
});
