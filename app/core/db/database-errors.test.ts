import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '~/core/shared/errors';
import { MIGRATIONS_DIR, temporaryDatabaseFile, type TemporaryFile } from '../../../tests/support/database';

import { openDatabase, type SqliteAppDatabase } from './sqlite/database.server';
import { toDomainError } from './database-errors.server';

let file: TemporaryFile;
let database: SqliteAppDatabase;
beforeEach(() => {
  file = temporaryDatabaseFile();
  database = openDatabase(file.file, MIGRATIONS_DIR);
});
afterEach(async () => {
  await database.close();
  file.remove();
});

const event = { id: 'one', kind: 'x'.repeat(500_000), receivedAt: 0n };
const INSERT = "INSERT INTO stripe_event VALUES ('e', ?, 0)";

/** Every way in which the program writes. */
const WRITES: readonly [string, () => Promise<unknown>][] = [
  ['a query of Prisma', () => database.prisma.stripeEvent.create({ data: event })],
  [
    'a transaction of Prisma',
    () => database.prisma.$transaction((tx) => tx.stripeEvent.create({ data: event })),
  ],
  ['raw SQL through Prisma', () => database.prisma.$executeRawUnsafe(INSERT, event.kind)],
  [
    'a statement of our own',
    () => database.lock.run(() => database.connection.prepare(INSERT).run(event.kind)),
  ],
];

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(WRITES)('%s', (_name, write) => {
  it('that finds the disk full is refused as unavailable, and says so', async () => {
    const pages = database.connection.pragma('page_count', { simple: true });
    database.connection.pragma(`max_page_count = ${String(pages)}`);
    const error = await failureOf(write());
    expect(error).not.toBeInstanceOf(DomainError);
    expect(toDomainError(error)).toMatchObject({ kind: 'unavailable', code: 'disk_full', cause: error });
    expect(toDomainError(error)?.message).toContain('disk is full');
  });

  it('that finds the file in use by another program waits until it is free', async () => {
    using other = opened(file.file);
    other.connection.exec('BEGIN IMMEDIATE');
    const written = failureOf(write());
    // The event loop still runs, and reads still work.
    expect(await database.prisma.stripeEvent.count()).toBe(0);
    other.connection.exec('COMMIT');
    expect(await written).toBeUndefined();
    expect(await database.prisma.stripeEvent.count()).toBe(1);
  });

  it('that finds the file in use by another program for too long is to be tried again later', async () => {
    await database.close();
    database = openDatabase(file.file, MIGRATIONS_DIR, 0);
    using other = opened(file.file);
    other.connection.exec('BEGIN IMMEDIATE');
    const error = await failureOf(write());
    expect(toDomainError(error)).toMatchObject({
      kind: 'unavailable',
      code: 'database_busy',
      retryAfterSeconds: 1,
      cause: error,
    });
  });
});

function opened(file: string) {
  const connection = new SqliteDatabase(file);
  return { connection, [Symbol.dispose]: () => connection.close() };
}

it.each([
  ['SQLITE_IOERR_WRITE', 'disk_failed'],
  ['SQLITE_BUSY_SNAPSHOT', 'database_busy'],
  ['SQLITE_LOCKED', 'database_busy'],
])('an error of SQLite with the code %s is told as %s', (sqliteCode, code) => {
  expect(toDomainError(new SqliteDatabase.SqliteError('said by SQLite', sqliteCode))).toMatchObject({
    kind: 'unavailable',
    code,
  });
});

it('a system call that finds no room is told as a full disk', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(toDomainError(error)).toMatchObject({ kind: 'unavailable', code: 'disk_full' });
});

it('a domain error stays what it is', () => {
  const error = new DomainError('not-found', 'There is no such thing.');
  expect(toDomainError(error)).toBe(error);
});

it.each([
  ['a fault of the program', new TypeError('x is not a function')],
  ['a broken rule of the database', new SqliteDatabase.SqliteError('UNIQUE', 'SQLITE_CONSTRAINT_UNIQUE')],
  ['what is no error at all', 'SQLITE_FULL'],
])('%s is none of them', (_name, error) => {
  expect(toDomainError(error)).toBeUndefined();
});
