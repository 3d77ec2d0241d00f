import fs from 'node:fs';
import path from 'node:path';
import { PrismaClient, type Prisma } from '@prisma/client';
import type { Types } from '@prisma/client/runtime/client';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { lockedAdapterFactory } from './adapter.server';
import { isolateTransactionQueries } from './gathered-queries.server';
import type { ConnectionLock } from './lock.server';
import { migrate } from './migrate.server';

export type { PrismaClient };

/** The one connection and its two users: Prisma, and the ledger's own statements. */
export interface AppDatabase {
  connection: Database;
  lock: ConnectionLock;
  prisma: PrismaClient;
  /** Names of the migrations applied at opening. */
  applied: string[];
  close(): Promise<void>;
}

interface TransactionOptions {
  maxWait?: number;
  timeout?: number;
  isolationLevel?: Prisma.TransactionIsolationLevel;
}

export function openConnection(file: string): Database {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const connection = new SqliteDatabase(file);
  connection.defaultSafeIntegers(true); // money is BigInt, and Prisma's adapter expects the same
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('secure_delete = ON'); // overwrite deleted content
  connection.pragma('temp_store = MEMORY'); // keep savepoint journals in memory: files double the time
  connection.pragma('busy_timeout = 5000'); // a backup or a command may hold the file briefly
  return connection;
}

/** Prisma's client, extended to know whether a query was started inside a transaction. */
class LockedPrismaClient extends PrismaClient {
  constructor(
    private readonly lock: ConnectionLock,
    adapter: SqlDriverAdapterFactory,
  ) {
    // Waiting for the connection is ordinary here; it must not count as a fault under load.
    super({ adapter, transactionOptions: { maxWait: 30_000, timeout: 30_000 } });
    isolateTransactionQueries(this, lock);
  }

  override $transaction<P extends Prisma.PrismaPromise<unknown>[]>(
    queries: [...P],
    options?: TransactionOptions,
  ): Promise<Types.Utils.UnwrapTuple<P>>;
  override $transaction<R>(
    body: (tx: Prisma.TransactionClient) => Promise<R>,
    options?: TransactionOptions,
  ): Promise<R>;
  override $transaction<P extends Prisma.PrismaPromise<unknown>[], R>(
    work: [...P] | ((tx: Prisma.TransactionClient) => Promise<R>),
    options?: TransactionOptions,
  ): Promise<Types.Utils.UnwrapTuple<P> | R> {
    if (Array.isArray(work)) return super.$transaction(work, options);
    return super.$transaction((tx) => this.lock.runTransaction(() => work(tx)), options);
  }
}

/** False if the database can’t be read, for example because its disk is gone. */
export function isReadable(connection: Database): boolean {
  try {
    return connection.open && connection.prepare('SELECT 1 FROM ledger_account LIMIT 1').get() !== undefined;
  } catch {
    return false;
  }
}

/** Opens the database file, creating it if necessary, and applies migrations. `maxBusyMs`: see BusyWait. */
export function openDatabase(file: string, migrationsDir: string, maxBusyMs?: number): AppDatabase {
  const connection = openConnection(file);
  const applied = migrate(connection, migrationsDir);
  const { factory, lock } = lockedAdapterFactory(connection, maxBusyMs);
  const prisma = new LockedPrismaClient(lock, factory);
  return {
    connection,
    lock,
    prisma,
    applied,
    close: async () => {
      await prisma.$disconnect();
      connection.close();
    },
  };
}
