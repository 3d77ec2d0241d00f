import { afterAll } from 'vitest';
import type { AppDatabase } from '../../app/core/db/app-database';
import { openPostgres } from '../../app/core/db/postgres/open-postgres.server';
import { createLogger } from '../../app/core/server/logger.server';
import { temporaryDatabase } from './database';
import { emptyDatabase, MIGRATIONS, startPostgres, type PostgresServer } from './postgres';

/** For `describe.each`. */
export const DATABASES = ['SQLite', 'PostgreSQL'] as const;
type DatabaseName = (typeof DATABASES)[number];

/**
 * Opens an empty database with users of these ids. A file's tests share one PostgreSQL database, which is emptied for
 * each; it is started when the first of them needs it.
 */
export function useDatabases(): (name: DatabaseName, ...people: string[]) => Promise<AppDatabase> {
  let server: PostgresServer | undefined;
  let url = '';
  let database: AppDatabase | undefined;
  afterAll(async () => {
    await database?.close();
    await server?.stop();
  });

  async function onPostgres(people: string[]): Promise<AppDatabase> {
    if (!database) {
      server = await startPostgres();
      url = await server.database();
      database = await openPostgres({
        url,
        migrations: MIGRATIONS,
        log: createLogger('silent'),
        onTaken: () => undefined,
      });
    }
    await emptyDatabase(url, ...people);
    return { ...database, close: () => Promise.resolve() };
  }

  return (name, ...people) =>
    name === 'SQLite' ? Promise.resolve(temporaryDatabase(...people)) : onPostgres(people);
}
