import type { ReconcileReport } from '../contract';
import { usdText } from '../money';
import {
  ACCOUNT_CHECKS,
  type AccountRecord,
  type EntryTotals,
  type FreeCalls,
  type Invariants,
} from './invariants';

/** Keeps one systematic error from filling the report with millions of lines. */
const MAX_FAULTS_PER_CHECK = 20;

/** One state of the ledger, however long reading it takes. */
export interface Books {
  /** All rows of a statement, part of the table by part. */
  rows<Row>(table: string, sql: string): AsyncIterable<Row>;
  countOpenHolds(): Promise<bigint>;
}

/** Checks all ledger invariants and describes each violation. */
export class Reconciliation {
  readonly #faults: string[] = [];
  readonly #totals = new Map<string, EntryTotals>();
  #accounts = 0;

  constructor(
    private readonly invariants: Invariants,
    private readonly books: Books,
  ) {}

  async report(): Promise<ReconcileReport> {
    await this.#sumEntries();
    await this.#checkAccounts();
    for (const check of this.invariants.rowChecks) {
      const found: string[] = [];
      for await (const row of this.books.rows<{ fault: string }>(check.table, check.sql))
        found.push(row.fault);
      this.#note(found);
    }
    await this.#checkFreeCalls();
    const openHolds = await this.books.countOpenHolds();
    return {
      isSound: this.#faults.length === 0,
      faults: this.#faults,
      accounts: this.#accounts,
      entries: Number([...this.#totals.values()].reduce((sum, { entries }) => sum + entries, 0n)),
      openHolds: Number(openHolds),
    };
  }

  async #sumEntries(): Promise<void> {
    for await (const part of this.books.rows<EntryTotals>('ledger_entry', this.invariants.entryTotals)) {
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
    for await (const account of this.books.rows<AccountRecord>('ledger_account', this.invariants.accounts)) {
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
    for await (const row of this.books.rows<FreeCalls>('ledger_day', this.invariants.freeCallsOfDays))
      add(row, row.count);
    for await (const row of this.books.rows<FreeCalls>('ledger_hold', this.invariants.freeCallsOfHolds))
      add(row, -row.count);
    this.#note([...surplus.keys()].map((name) => `The ${name} are not as many as the holds of that day.`));
  }

  #note(found: readonly string[]): void {
    for (const fault of found.slice(0, MAX_FAULTS_PER_CHECK)) this.#faults.push(fault);
    const more = found.length - MAX_FAULTS_PER_CHECK;
    if (more > 0) this.#faults.push(`… and ${more} more like these.`);
  }
}
