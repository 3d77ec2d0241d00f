import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type {
  IsolationLevel,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlResultSet,
  Transaction,
} from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import { BusyWait } from './busy-wait.server';
import { ConnectionLock } from './lock.server';

/**
 * Prisma's better-sqlite3 adapter on a shared connection: each query waits for the lock, and a transaction holds it
 * from BEGIN until COMMIT or ROLLBACK has finished.
 */
class LockedAdapter implements SqlDriverAdapter {
  readonly provider = 'sqlite';
  readonly adapterName: string;

  constructor(
    private readonly inner: SqlDriverAdapter,
    private readonly lock: ConnectionLock,
    private readonly database: Database.Database,
  ) {
    this.adapterName = inner.adapterName;
  }

  queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    return this.#alone(() => this.inner.queryRaw(query));
  }

  executeRaw(query: SqlQuery): Promise<number> {
    return this.#alone(() => this.inner.executeRaw(query));
  }

  executeScript(script: string): Promise<void> {
    return this.#alone(() => this.inner.executeScript(script));
  }

  async startTransaction(isolationLevel?: IsolationLevel): Promise<Transaction> {
    const attempt = () => this.#begin(isolationLevel);
    return attempt().catch((error: unknown) => this.lock.retry(error, attempt));
  }

  async #begin(isolationLevel?: IsolationLevel): Promise<Transaction> {
    const release = await this.lock.acquire();
    try {
      const transaction = await this.inner.startTransaction(isolationLevel);
      await this.#lockForWriting(transaction);
      return whenOver(transaction, () => {
        // Prisma sends no ROLLBACK after a failed COMMIT, which would leave the transaction open for later queries.
        if (this.database.inTransaction) this.database.exec('ROLLBACK');
        release();
      });
    } catch (error) {
      release();
      throw error;
    }
  }

  dispose(): Promise<void> {
    return this.inner.dispose();
  }

  /**
   * The adapter begins deferred transactions, which can fail with SQLITE_BUSY in the middle, where a retry is
   * impossible.
   */
  async #lockForWriting(transaction: Transaction): Promise<void> {
    this.database.exec('ROLLBACK');
    try {
      this.database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  #alone<T>(query: () => Promise<T>): Promise<T> {
    if (!this.lock.isFree) return this.lock.alone(query);
    // The adapter runs the statement before it returns its promise.
    return query().catch((error: unknown) => this.lock.retryAlone(error, query));
  }
}

function whenOver(transaction: Transaction, finish: () => void): Transaction {
  const commit = transaction.commit.bind(transaction);
  const rollback = transaction.rollback.bind(transaction);
  // Prisma sends COMMIT or ROLLBACK as a query and then calls these methods.
  transaction.commit = () => commit().finally(finish);
  transaction.rollback = () => rollback().finally(finish);
  return transaction;
}

export interface LockedConnection {
  factory: SqlDriverAdapterFactory;
  lock: ConnectionLock;
}

/** `database` is the connection shared with the ledger. The caller closes it. */
export function lockedAdapterFactory(database: Database.Database, maxBusyMs?: number): LockedConnection {
  const lock = new ConnectionLock(new BusyWait(database, maxBusyMs));
  const factory: SqlDriverAdapterFactory = {
    provider: 'sqlite',
    adapterName: '@prisma/adapter-better-sqlite3',
    connect: async () => new LockedAdapter(await adapterOn(database), lock, database),
  };
  return { factory, lock };
}

/**
 * The adapter opens its own connection and accepts none. It reads it from a plain property, so it opens an empty
 * in-memory database, which is then replaced.
 */
async function adapterOn(database: Database.Database): Promise<SqlDriverAdapter> {
  const adapter = await new PrismaBetterSqlite3({ url: ':memory:' }).connect();
  const placeholder: unknown = Reflect.get(adapter, 'client');
  if (!(placeholder instanceof Database)) {
    throw new Error(
      'This version of @prisma/adapter-better-sqlite3 keeps its connection elsewhere: adapt adapterOn().',
    );
  }
  placeholder.close();
  Reflect.set(adapter, 'client', database);
  // Disconnecting Prisma must not close the shared connection.
  adapter.dispose = () => Promise.resolve();
  return adapter;
}
