import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServices, type TestServices } from '../../../../tests/support/services';
import type { PromptQuery } from './prompt-search';
import { createSqlitePromptSearch } from './sqlite/sqlite-prompt-search.server';

// More prompts with a common word than are sorted: they are met on a walk along an index. The rules of the search are in
// library.test.ts.
const COMMON = 5_200;

let services: TestServices;
beforeAll(async () => {
  services = testServices();
  const { actor } = await services.signUp();
  const add = services.connection.prepare(
    `INSERT INTO saved_prompt (id, user_id, title, description, raw_topic, raw_subtopic, is_public, like_count,
       created_at, updated_at, preview, variable_count, content)
     VALUES (?, ?, ?, '', '', '', ?, ?, ?, ?, '', 0, '')`,
  );
  services.connection.transaction(() => {
    for (let number = 0; number < COMMON + 100; number += 1) {
      const at = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
      const title = number % 53 === 0 ? 'Lichen' : number % 53 === 1 ? 'Moss and lichen' : 'Moss';
      const isPublic = number < COMMON + 90 ? 1 : 0;
      add.run(`p${String(number)}`, actor.userId, title, isPublic, number % 7, at, at);
    }
  })();
});
afterAll(() => services.close());

const find = (query: Partial<PromptQuery>) =>
  createSqlitePromptSearch(services).find({
    scope: { kind: 'community' },
    search: 'moss',
    sort: 'recent',
    page: 1,
    pageSize: 12,
    ...query,
  });

describe('a search that finds more prompts than are sorted', () => {
  it.each(['recent', 'popular', 'oldest'] as const)(
    'gives the same pages in the order %s as the list without a search',
    async (sort) => {
      const all = await find({ search: '', sort, pageSize: 10_000 });
      const { total } = await find({ sort });
      expect(total).toBeGreaterThan(5_000);
      const wanted = all.ids.filter((id) => Number(id.slice(1)) % 53 !== 0);
      expect(wanted).toHaveLength(total);
      for (const page of [1, 7, Math.ceil(total / 12)]) {
        expect(await find({ sort, page })).toEqual({ total, ids: wanted.slice((page - 1) * 12, page * 12) });
      }
    },
  );

  it('has nothing beyond its last page', async () => {
    expect((await find({ page: 5_000 })).ids).toEqual([]);
  });
});

it('a rarer word is sorted, in the same order', async () => {
  const all = await find({ search: '', sort: 'popular', pageSize: 10_000 });
  const wanted = all.ids.filter((id) => Number(id.slice(1)) % 53 < 2);
  expect(await find({ search: 'lichen', sort: 'popular', page: 2 })).toEqual({
    total: wanted.length,
    ids: wanted.slice(12, 24),
  });
});
