import { setImmediate } from 'node:timers/promises';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import type { ReconcileReport } from '../contract';
import { invariantsFor } from '../reconcile/invariants';
import { Reconciliation, type Books } from '../reconcile/reconciliation';

/** Rows read per event-loop tick. */
const CHUNK_ROWS = 1_000n;

const INVARIANTS = invariantsFor({
  part: (alias) => `${alias}rowid BETWEEN @from AND @to`,
  dayStart: (day) => `unixepoch(${day}) * 1000`,
  monthStart: (month) => `unixepoch(${month} || '-01') * 1000`,
  nextMonthStart: (month) => `unixepoch(${month} || '-01', '+1 month') * 1000`,
  dayOf: (ms) => `date(${ms} / 1000, 'unixepoch')`,
  monthOf: (ms) => `strftime('%Y-%m', ${ms} / 1000, 'unixepoch')`,
  underWay: 'SELECT value FROM json_each(@underWay)',
});

/**
 * Checks all ledger invariants and describes each violation. Reads a snapshot through its own connection, in chunks, so
 * the server keeps running and its writes don't affect the result. Operations in `underWay` may exceed their deadline,
 * which happens after a change of the system time.
 */
export async function reconcileFile(
  file: string,
  nowMs: number,
  underWay: readonly string[] = [],
): Promise<ReconcileReport> {
  const connection = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    connection.defaultSafeIntegers(true);
    connection.exec('BEGIN'); // everything below reads one snapshot
    const books = booksOf(connection, { now: BigInt(nowMs), underWay: JSON.stringify(underWay) });
    return await new Reconciliation(INVARIANTS, books).report();
  } finally {
    connection.close();
  }
}

const booksOf = (connection: Database, state: { now: bigint; underWay: string }): Books => ({
  async *rows<Row>(table: string, sql: string) {
    const statement = connection.prepare<
      [{ from: bigint; to: bigint; now?: bigint; underWay?: string }],
      Row
    >(sql);
    const usesNow = sql.includes('@now');
    const ends = connection
      .prepare<[], { first: bigint; last: bigint }>(
        `SELECT coalesce(min(rowid), 1) AS first, coalesce(max(rowid), 0) AS last FROM ${table}`,
      )
      .get();
    if (!ends) return;
    for (let from = ends.first; from <= ends.last; from += CHUNK_ROWS) {
      const range = { from, to: from + CHUNK_ROWS - 1n };
      yield* statement.all(usesNow ? { ...range, ...state } : range);
      await setImmediate();
    }
  },
  countOpenHolds: () =>
    Promise.resolve(
      connection.prepare<[], bigint>("SELECT count(*) FROM ledger_hold WHERE state = 'open'").pluck().get() ??
        0n,
    ),
});
