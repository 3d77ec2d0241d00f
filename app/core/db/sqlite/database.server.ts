import fs from 'node:fs';
import path from 'node:path';
import { PrismaClient, type Prisma } from '@prisma/client';
import type { Types } from '@prisma/client/runtime/client';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import type { AppDatabase, DatabaseDescription } from '../app-database';
import { backUp } from './backup.server';
import { lockedAdapterFactory } from './adapter.server';
import { isolateTransactionQueries } from './gathered-queries.server';
import type { ConnectionLock, SqliteConnection } from './lock.server';
import { migrate } from './migrate.server';
import { fillSearchIndexes } from './search-indexes.server';
import { createSqliteSql } from './sqlite-sql.server';
import { addTextFunctions } from './text-functions.server';

export interface SqliteAppDatabase extends AppDatabase, SqliteConnection {}

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
  addTextFunctions(connection);
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

/** Opens the database file, creating it if necessary, and applies migrations. `maxBusyMs`: see BusyWait. */
export function openDatabase(file: string, migrationsDir: string, maxBusyMs?: number): SqliteAppDatabase {
  const connection = openConnection(file);
  const applied = migrate(connection, migrationsDir);
  fillSearchIndexes(connection);
  const { factory, lock } = lockedAdapterFactory(connection, maxBusyMs);
  const prisma = new LockedPrismaClient(lock, factory);
  return {
    connection,
    lock,
    prisma,
    sql: createSqliteSql({ connection, lock }),
    applied,
    describe: () => lock.run(() => describe(connection)),
    backUp: (...options) => backUp(connection.name, ...options),
    isReadable: () => Promise.resolve(isReadable(connection)),
    close: async () => {
      await prisma.$disconnect();
      connection.close();
    },
  };
}

function describe(connection: Database): DatabaseDescription {
  const count = connection.prepare<[], bigint>('SELECT count(*) FROM _migration').pluck().get() ?? 0n;
  const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const version = connection.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  return {
    kind: 'sqlite',
    name: `SQLite ${version}`,
    sizeBytes: sizeOf(connection.name) + sizeOf(`${connection.name}-wal`),
    migrations: Number(count),
  };
}

function isReadable(connection: Database): boolean {
  try {
    return connection.open && connection.prepare('SELECT 1 FROM ledger_account LIMIT 1').get() !== undefined;
  } catch {
    return false;
  }
}
