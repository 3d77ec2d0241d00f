import { describe, expect, it } from 'vitest';
import routes from '~/routes';
import { destinationsFor, type Visitor } from './destinations';

const visitors: readonly Visitor[] = [
  null,
  { firstName: '', roles: [] },
  { firstName: 'Ada', roles: ['admin'] },
];

describe('links of the shell', () => {
  it('lead only to pages that exist', () => {
    const existing = new Set(routes.map((route) => `/${route.path ?? ''}`));
    const linked = visitors.flatMap((visitor) =>
      (['header', 'footer', 'palette'] as const).flatMap((place) => destinationsFor(visitor, place)),
    );
    expect(linked.map(({ to }) => to).filter((to) => !existing.has(to))).toEqual([]);
  });

  it('name no page twice in one place', () => {
    for (const visitor of visitors) {
      for (const place of ['header', 'footer', 'palette'] as const) {
        const addresses = destinationsFor(visitor, place).map(({ to }) => to);
        expect(new Set(addresses).size).toBe(addresses.length);
      }
    }
  });
});
