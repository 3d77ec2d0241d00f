import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { PostgresConnection } from '~/core/db/postgres/postgres-connection.server';
import { statement } from '~/core/db/postgres/statement.server';
import { emptyDatabase, endConnections } from '../../../../tests/support/postgres';
import type { Ledger } from '../contract';
import { createPostgresLedger } from '../postgres/postgres-ledger.server';
import type { LedgerHarness, SystemAccount } from './harness';

const log = pino({ enabled: false });
const posted = statement('SELECT posted FROM ledger_account WHERE id = @id');

/** Those that no harness uses. */
const pools = new Map<string, PostgresConnection>();

/** The ledger on a database of its own. */
export class PostgresHarness implements LedgerHarness {
  readonly isOrdered = false;
  nowMs = Date.UTC(2026, 10, 20, 12);
  #steadyMs = 0;
  database: PostgresConnection;
  ledger: Ledger;

  private constructor(readonly url: string) {
    this.database = this.#open();
    this.ledger = this.#start();
  }

  static open(url: string): PostgresHarness {
    return new PostgresHarness(url);
  }

  /** On an empty ledger: the same database for one test after the other. */
  static async on(url: string): Promise<PostgresHarness> {
    await emptyDatabase(url, 'ann', 'bob', 'a stranger');
    return new PostgresHarness(url);
  }

  pass(ms: number): void {
    this.nowMs += ms;
    this.#steadyMs += ms;
  }

  async crash(): Promise<void> {
    const closed = this.database.close();
    await endConnections(this.url);
    await closed;
    this.database = this.#open();
    this.ledger = this.#start();
  }

  async systemBalance(account: SystemAccount): Promise<bigint> {
    const row = await this.database.read((queries) =>
      queries.get<{ posted: bigint }>(posted, { id: `system:${account}` }),
    );
    return row?.posted ?? 0n;
  }

  /** The connections stay open for the next test on this database; its server ends them. */
  close(): void {
    pools.set(this.url, this.database);
  }

  #open(): PostgresConnection {
    const open = pools.get(this.url);
    pools.delete(this.url);
    return open ?? new PostgresConnection({ url: this.url, log });
  }

  #start(): Ledger {
    return createPostgresLedger({
      database: this.database,
      clock: () => this.nowMs,
      steadyClock: () => this.#steadyMs,
      processId: randomUUID(),
      sealKey: Buffer.alloc(32, 'seal'),
      log,
    });
  }
}
