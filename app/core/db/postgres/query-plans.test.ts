import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '~/core/server/logger.server';
import { createRunStore } from '~/features/baiql/index.server';
import type { ItemQuery, RunStore } from '~/features/baiql/store/run-store.server';
import { MIGRATIONS, startPostgres, type PostgresServer } from '../../../../tests/support/postgres';
import { openPostgres, type PostgresAppDatabase } from './open-postgres.server';
import { Queries } from './queries.server';
import { statement } from './statement.server';

const ADD_RUNS = `INSERT INTO baiql_execution (id, user_id, script_name, script, plan, plan_hash, mode, status, created_at)
  SELECT 'run-' || n, 'ada', 'Test', '', '{}', '', 'EXECUTE', 'completed', 1 FROM generate_series(1, 4) n`;
/** One row in a hundred is not as expected, and one is cut off. */
const ADD_RESULTS = `INSERT INTO baiql_result (execution_id, batch, number, status, label, prompt, reply, detail)
  SELECT 'run-' || run, 1, n, 'succeeded', '', repeat('p', 500), repeat('r', 500),
    json_build_object('isUnmet', n % 100 = 1, 'isCutOff', n % 100 = 2)
  FROM generate_series(1, 4) run, generate_series(1, 1000) n`;

let server: PostgresServer;
let database: PostgresAppDatabase;
let store: RunStore;
const all = vi.spyOn(Queries.prototype, 'all');
beforeAll(async () => {
  server = await startPostgres();
  const url = await server.database('ada');
  const log = createLogger('silent');
  database = await openPostgres({
    url,
    migrations: MIGRATIONS,
    log,
    onTaken: () => undefined,
  });
  await database.sql.run(ADD_RUNS);
  await database.sql.run(ADD_RESULTS);
  await database.sql.run('ANALYZE baiql_result');
  store = createRunStore({ ...database, clock: () => 1 });
});
afterEach(() => all.mockClear());
afterAll(async () => {
  vi.restoreAllMocks();
  await database.close();
  await server.stop();
});

/** The plan of the last statement, with the values that it had. */
async function lastPlan(): Promise<string> {
  const [{ text, names }, values] = all.mock.calls.at(-1) ?? [statement('SELECT 1')];
  const explain = { name: '', text: `EXPLAIN ${text}`, names };
  const rows = await database.connection.read((queries) =>
    queries.all<{ 'QUERY PLAN': string }>(explain, values),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('the review’s filters', () => {
  const query: ItemQuery = {
    executionId: 'run-2',
    status: null,
    after: { batch: 1, number: 150 },
    limit: 5,
    skip: 0,
  };

  it.each([
    { status: 'unmet', index: 'baiql_result_unmet', first: 201 },
    { status: 'cut-off', index: 'baiql_result_cut_off', first: 202 },
  ] as const)(
    'find a page of rows that are $status, and its order, in an index',
    async ({ status, index, first }) => {
      const rows = await store.items({ ...query, status });
      expect(rows.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4].map((n) => first + 100 * n));
      const plan = await lastPlan();
      expect(plan).toContain(`using ${index}`);
      expect(plan).not.toMatch(/\bSort\b|Seq Scan on baiql_result\b/);
    },
  );

  it.each([
    { filter: 'unmet', index: 'baiql_result_unmet' },
    { filter: 'cut-off', index: 'baiql_result_cut_off' },
  ] as const)('count the rows that are $filter by an index', async ({ filter, index }) => {
    expect(await store.countItems('run-2', filter)).toBe(10);
    expect(await lastPlan()).toContain(index);
  });
});
