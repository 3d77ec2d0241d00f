import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { pino } from 'pino';
import { openConnection } from '~/core/db/sqlite/database.server';
import { ConnectionLock } from '~/core/db/sqlite/lock.server';
import { temporaryDatabaseFile } from '../../../../tests/support/database';
import type { Ledger } from '../contract';
import { createSqliteLedger } from '../index.server';
import type { LedgerHarness, SystemAccount } from './harness';

const SEAL_KEY = Buffer.alloc(32, 'seal');

/** The ledger on a temporary SQLite file. */
export class SqliteHarness implements LedgerHarness {
  readonly isOrdered = true;
  nowMs = Date.UTC(2026, 10, 20, 12);
  #steadyMs = 0;
  connection: Database;
  ledger: Ledger;
  readonly #file = temporaryDatabaseFile('ann', 'bob', 'a stranger');

  constructor() {
    this.connection = this.#open();
    this.ledger = this.#start();
  }

  pass(ms: number): void {
    this.nowMs += ms;
    this.#steadyMs += ms;
  }

  crash(): void {
    this.connection.close();
    this.connection = this.#open();
    this.ledger = this.#start();
  }

  systemBalance(account: SystemAccount): bigint {
    return (
      this.connection
        .prepare<[string], bigint>('SELECT posted FROM ledger_account WHERE id = ?')
        .pluck()
        .get(`system:${account}`) ?? 0n
    );
  }

  close(): void {
    this.connection.close();
    this.#file.remove();
  }

  #open(): Database {
    const connection = openConnection(this.#file.file);
    connection.pragma('synchronous = OFF'); // tests simulate a crash of the process, not of the machine
    return connection;
  }

  #start(): Ledger {
    return createSqliteLedger({
      connection: this.connection,
      lock: new ConnectionLock(),
      clock: () => this.nowMs,
      steadyClock: () => this.#steadyMs,
      processId: randomUUID(),
      sealKey: SEAL_KEY,
      log: pino({ enabled: false }),
    });
  }
}
