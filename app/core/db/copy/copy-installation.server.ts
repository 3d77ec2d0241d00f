import fs from 'node:fs';
import pg, { type ClientBase } from 'pg';
import { pino } from 'pino';
import SqliteDatabase from 'better-sqlite3';
import { migratePostgres } from '../postgres/migrate.server';
import { PostgresConnection } from '../postgres/postgres-connection.server';
import { requireServer } from '../postgres/require-server.server';
import { openConnection } from '../sqlite/database.server';
import { migrate, pendingMigrations, requireKnownMigrations } from '../sqlite/migrate.server';
import { missingMigrations, type MigrationFolders } from '../migrations.server';
import { copyTables } from './copy-tables';
import {
  clearTables,
  postgresSource,
  postgresTarget,
  usedTables,
  withoutForeignKeys,
} from './postgres-copy.server';
import { sqliteSource, sqliteTarget } from './sqlite-copy.server';

/** Rows by table. */
type Counts = ReadonlyMap<string, number>;

/** A copy that was refused, with what to do. Nothing was changed. */
export class CopyError extends Error {
  override name = 'CopyError';
}

interface CopyToPostgres {
  /** A database file that nobody writes to. */
  file: string;
  url: string;
  migrations: MigrationFolders;
  /** Whether to remove what is there, instead of refusing. */
  replaces?: boolean;
}

/**
 * Copies a database file into a PostgreSQL database that no server uses: all of it or nothing.
 * @throws CopyError, MigrationError, DatabaseUrlError
 */
export async function copyToPostgres({
  file,
  url,
  migrations,
  replaces = false,
}: CopyToPostgres): Promise<Counts> {
  const source = new SqliteDatabase(file, { fileMustExist: true });
  try {
    source.defaultSafeIntegers(true);
    requireCurrentFile(source, migrations.sqlite);
    await migrateAt(url, migrations.postgres);
    return await withClient(url, 'BEGIN', async (client) => {
      if (!replaces) await requireEmpty(client);
      await clearTables(client);
      return withoutForeignKeys(client, () => copyTables(sqliteSource(source), postgresTarget(client)));
    });
  } finally {
    source.close();
  }
}

/**
 * Copies one state of a PostgreSQL database, which may be in use, into a new file.
 * @throws CopyError, MigrationError, DatabaseUrlError
 */
export async function copyToSqlite(url: string, file: string, migrations: MigrationFolders): Promise<Counts> {
  if (fs.existsSync(file))
    throw new CopyError(`${file} exists already. Name a file that doesn’t, or move it away.`);
  const draft = `${file}.unfinished`;
  const remove = () => {
    for (const ending of ['', '-wal', '-shm']) fs.rmSync(draft + ending, { force: true });
  };
  remove();
  try {
    const counts = await withClient(
      url,
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      async (client) => {
        await requireCurrentServer(client, migrations.postgres);
        return fillFile(draft, migrations.sqlite, client);
      },
    );
    fs.renameSync(draft, file);
    return counts;
  } finally {
    remove();
  }
}

async function fillFile(draft: string, migrationsDir: string, client: ClientBase): Promise<Counts> {
  const target = openConnection(draft);
  try {
    migrate(target, migrationsDir);
    target.pragma('foreign_keys = OFF');
    target.exec('BEGIN; DELETE FROM ledger_account; DELETE FROM house_setting;');
    const counts = await copyTables(postgresSource(client), sqliteTarget(target));
    const [broken] = target
      .prepare<[], { table: string }>('SELECT "table" FROM pragma_foreign_key_check')
      .all();
    if (broken) throw new CopyError(`Rows of ${broken.table} refer to others that are not there.`);
    target.exec('COMMIT');
    target.pragma('wal_checkpoint(TRUNCATE)');
    return counts;
  } finally {
    target.close();
  }
}

const OUTDATED =
  'The database is of an earlier version of Promptwell. Start this version on it once, stop it, and run the command again.';

function requireCurrentFile(database: SqliteDatabase.Database, migrationsDir: string): void {
  requireKnownMigrations(database, migrationsDir);
  if (pendingMigrations(database, migrationsDir).length > 0) throw new CopyError(OUTDATED);
}

async function requireCurrentServer(client: ClientBase, migrationsDir: string): Promise<void> {
  const exists = await client.query(`SELECT to_regclass('_migration') AS "table"`);
  const [found] = exists.rows as { table: string | null }[];
  if (found?.table == null) throw new CopyError('The database is empty: no Promptwell has used it yet.');
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM _migration',
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  if (missingMigrations(applied, migrationsDir).length > 0) throw new CopyError(OUTDATED);
}

async function requireEmpty(client: ClientBase): Promise<void> {
  const used = await usedTables(client);
  if (used.length === 0) return;
  const named = used.slice(0, 3).join(', ');
  const more = used.length > 3 ? ` and ${String(used.length - 3)} more tables` : '';
  throw new CopyError(
    `The database to copy to isn’t empty: it has rows in ${named}${more}. Create a new one, for example with createdb, and name that.`,
  );
}

async function migrateAt(url: string, migrationsDir: string): Promise<void> {
  const connection = new PostgresConnection({ url, log: pino({ enabled: false }) });
  try {
    await migratePostgres(connection, migrationsDir);
  } finally {
    await connection.close();
  }
}

/** Runs `work` in one transaction of a connection of its own. */
async function withClient<T>(
  url: string,
  begin: string,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  await requireServer(url);
  const client = new pg.Client({ connectionString: url, application_name: 'promptwell-command' });
  client.on('error', () => undefined); // its query fails, too
  await client.connect();
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } finally {
    await client.end(); // undoes what isn't committed
  }
}
