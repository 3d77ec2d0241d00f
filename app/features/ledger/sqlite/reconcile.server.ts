import { setImmediate } from 'node:timers/promises';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import type { ReconcileReport } from '../contract';
import { usdText } from '../money';
import {
  ACCOUNT_CHECKS,
  ACCOUNTS,
  ENTRY_TOTALS,
  FREE_CALLS_OF_DAYS,
  FREE_CALLS_OF_HOLDS,
  ROW_CHECKS,
  type AccountRecord,
  type EntryTotals,
  type FreeCalls,
} from './invariants.server';

/** Rows read per event-loop tick. */
const CHUNK_ROWS = 1_000n;
/** Keeps one systematic error from filling the report with millions of lines. */
const MAX_FAULTS_PER_CHECK = 20;

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
    return await new Reconciliation(connection, BigInt(nowMs), JSON.stringify(underWay)).report();
  } finally {
    connection.close();
  }
}

class Reconciliation {
  readonly #faults: string[] = [];
  readonly #totals = new Map<string, EntryTotals>();
  #accounts = 0;

  constructor(
    private readonly connection: Database,
    private readonly now: bigint,
    private readonly underWay: string,
  ) {}

  async report(): Promise<ReconcileReport> {
    await this.#sumEntries();
    await this.#checkAccounts();
    for (const check of ROW_CHECKS) {
      const found: string[] = [];
      for await (const row of this.#rows<{ fault: string }>(check.table, check.sql)) found.push(row.fault);
      this.#note(found);
    }
    await this.#checkFreeCalls();
    const open = this.connection
      .prepare<[], { count: bigint }>("SELECT count(*) AS count FROM ledger_hold WHERE state = 'open'")
      .get();
    return {
      isSound: this.#faults.length === 0,
      faults: this.#faults,
      accounts: this.#accounts,
      entries: Number([...this.#totals.values()].reduce((sum, { entries }) => sum + entries, 0n)),
      openHolds: Number(open?.count ?? 0n),
    };
  }

  async #sumEntries(): Promise<void> {
    for await (const part of this.#rows<EntryTotals>('ledger_entry', ENTRY_TOTALS)) {
      const total = this.#totals.get(part.id) ?? { id: part.id, sum: 0n, entries: 0n, debt: 0n, spent: 0n };
      total.sum += part.sum;
      total.entries += part.entries;
      total.debt += part.debt;
      total.spent += part.spent;
      this.#totals.set(part.id, total);
    }
    const sum = [...this.#totals.values()].reduce((all, total) => all + total.sum, 0n);
    if (sum !== 0n) this.#note([`All entries sum to ${usdText(sum)}, not to 0.`]);
  }

  async #checkAccounts(): Promise<void> {
    const found = ACCOUNT_CHECKS.map((): string[] => []);
    const unknown = new Set(this.#totals.keys());
    for await (const account of this.#rows<AccountRecord>('ledger_account', ACCOUNTS)) {
      this.#accounts += 1;
      unknown.delete(account.id);
      const totals = this.#totals.get(account.id) ?? {
        id: account.id,
        sum: 0n,
        entries: 0n,
        debt: 0n,
        spent: 0n,
      };
      ACCOUNT_CHECKS.forEach((check, i) => {
        const fault = check(account, totals);
        if (fault !== undefined) found[i]?.push(fault);
      });
    }
    found.forEach((faults) => this.#note(faults));
    this.#note([...unknown].map((id) => `${id} has entries, but there is no such account.`));
  }

  async #checkFreeCalls(): Promise<void> {
    const surplus = new Map<string, bigint>();
    const add = ({ userId, day, isOptimization }: FreeCalls, count: bigint): void => {
      const name = `free ${isOptimization ? 'optimizations' : 'sends'} of ${userId} on ${day}`;
      const sum = (surplus.get(name) ?? 0n) + count;
      if (sum === 0n) surplus.delete(name);
      else surplus.set(name, sum);
    };
    for await (const row of this.#rows<FreeCalls>('ledger_day', FREE_CALLS_OF_DAYS)) add(row, row.count);
    for await (const row of this.#rows<FreeCalls>('ledger_hold', FREE_CALLS_OF_HOLDS)) add(row, -row.count);
    this.#note([...surplus.keys()].map((name) => `The ${name} are not as many as the holds of that day.`));
  }

  /** All rows of a statement, read in chunks of row ids that yield to the event loop. */
  async *#rows<Row>(table: string, sql: string): AsyncGenerator<Row> {
    const statement = this.connection.prepare<
      [{ from: bigint; to: bigint; now?: bigint; underWay?: string }],
      Row
    >(sql);
    const usesNow = sql.includes('@now');
    const ends = this.connection
      .prepare<[], { first: bigint; last: bigint }>(
        `SELECT coalesce(min(rowid), 1) AS first, coalesce(max(rowid), 0) AS last FROM ${table}`,
      )
      .get();
    if (!ends) return;
    for (let from = ends.first; from <= ends.last; from += CHUNK_ROWS) {
      const range = { from, to: from + CHUNK_ROWS - 1n };
      yield* statement.all(usesNow ? { ...range, now: this.now, underWay: this.underWay } : range);
      await setImmediate();
    }
  }

  #note(found: readonly string[]): void {
    for (const fault of found.slice(0, MAX_FAULTS_PER_CHECK)) this.#faults.push(fault);
    const more = found.length - MAX_FAULTS_PER_CHECK;
    if (more > 0) this.#faults.push(`… and ${more} more like these.`);
  }
}
