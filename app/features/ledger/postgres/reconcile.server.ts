import type { PostgresConnection } from '~/core/db/postgres/postgres-connection.server';
import type { Queries } from '~/core/db/postgres/queries.server';
import { statement } from '~/core/db/postgres/statement.server';
import type { ReconcileReport } from '../contract';
import { invariantsFor } from '../reconcile/invariants';
import { Reconciliation, type Books } from '../reconcile/reconciliation';

/** Pages of a table read at a time, of 8 kB each. */
const CHUNK_PAGES = 64n;

const epochMs = (timestamp: string): string => `CAST(extract(epoch FROM ${timestamp}) AS bigint) * 1000`;
const utc = (ms: string): string => `to_timestamp(${ms} / 1000) AT TIME ZONE 'UTC'`;

const INVARIANTS = invariantsFor({
  part: (alias) => `${alias}ctid >= CAST(@from AS tid) AND ${alias}ctid < CAST(@to AS tid)`,
  dayStart: (day) => epochMs(`CAST(${day} AS timestamp)`),
  monthStart: (month) => epochMs(`CAST(${month} || '-01' AS timestamp)`),
  nextMonthStart: (month) => epochMs(`(CAST(${month} || '-01' AS timestamp) + interval '1 month')`),
  dayOf: (ms) => `to_char(${utc(ms)}, 'YYYY-MM-DD')`,
  monthOf: (ms) => `to_char(${utc(ms)}, 'YYYY-MM')`,
  underWay: 'SELECT json_array_elements_text(CAST(@underWay AS json))',
});

const countOpenHolds = statement("SELECT count(*) AS count FROM ledger_hold WHERE state = 'open'");
const countPages = statement(
  "SELECT pg_relation_size(CAST(@table AS regclass)) / current_setting('block_size')::bigint AS pages",
);

/** Checks all invariants on one state of the database, while others go on writing. */
export const reconcilePostgres = (
  database: PostgresConnection,
  nowMs: number,
  underWay: readonly string[] = [],
): Promise<ReconcileReport> =>
  database.snapshot((queries) => {
    const books = booksOf(queries, { now: nowMs, underWay: JSON.stringify(underWay) });
    return new Reconciliation(INVARIANTS, books).report();
  });

const booksOf = (queries: Queries, state: { now: number; underWay: string }): Books => ({
  async *rows<Row>(table: string, sql: string) {
    const part = statement(sql);
    const size = await queries.get<{ pages: bigint }>(countPages, { table });
    for (let page = 0n; page < (size?.pages ?? 0n); page += CHUNK_PAGES) {
      const range = { from: `(${String(page)},0)`, to: `(${String(page + CHUNK_PAGES)},0)` };
      yield* await queries.all<Row>(part, { ...range, ...state });
    }
  },
  countOpenHolds: async () => (await queries.get<{ count: bigint }>(countOpenHolds))?.count ?? 0n,
});
