import SqliteDatabase from 'better-sqlite3';
import type { SqlDatabase } from '../sql';
import { ConnectionLock } from './lock.server';
import { createSqliteSql } from './sqlite-sql.server';

/** Opens a database file as it is, beside a running server, for as long as `work` takes. */
export async function withReadOnlyFile<T>(file: string, work: (sql: SqlDatabase) => Promise<T>): Promise<T> {
  const connection = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    connection.defaultSafeIntegers(true);
    return await work(createSqliteSql({ connection, lock: new ConnectionLock() }));
  } finally {
    connection.close();
  }
}
