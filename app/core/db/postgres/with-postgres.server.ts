import { pino } from 'pino';
import type { SqlDatabase } from '../sql';
import { InstanceLock } from './instance-lock.server';
import { PostgresConnection } from './postgres-connection.server';
import { createPostgresSql } from './postgres-sql.server';
import { requireServer } from './require-server.server';

const log = pino({ enabled: false });

/** Connects beside a running server, for as long as `work` takes. */
export async function withPostgres<T>(
  url: string,
  work: (connection: PostgresConnection, sql: SqlDatabase) => Promise<T>,
): Promise<T> {
  await requireServer(url);
  const connection = new PostgresConnection({ url, log, applicationName: 'promptwell-command' });
  try {
    return await work(connection, createPostgresSql(connection));
  } finally {
    await connection.close();
  }
}

/** Refuses while a server uses the database, and keeps one from starting. */
export async function withPostgresAlone<T>(url: string, work: () => Promise<T>): Promise<T> {
  await requireServer(url);
  const lock = new InstanceLock({ url, log, onTaken: () => undefined });
  await lock.take();
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
