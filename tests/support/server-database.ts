import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { withPostgres } from '../../app/core/db/postgres/with-postgres.server';
import { reconcileFile, reconcilePostgres } from '../../app/features/ledger/index.server';

/** `npm run soak:postgres` names a PostgreSQL server here, on which each test server gets a database of its own. */
const { TEST_POSTGRES: postgres } = process.env;

/** DATABASE_URL of the server with this folder; undefined on SQLite. */
function urlOf(dataDir: string): string | undefined {
  if (postgres === undefined) return undefined;
  const url = new URL(postgres);
  url.pathname = `/test_${path.basename(dataDir).replaceAll(/\W/g, '_').toLowerCase()}`;
  return url.href;
}

/** Settings of the server with this folder. Creates its database at its first start. */
export async function databaseSettings(dataDir: string): Promise<Record<string, string>> {
  const url = urlOf(dataDir);
  if (url === undefined) return {};
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  try {
    const name = new URL(url).pathname.slice(1);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING UTF8`);
  } finally {
    await client.end();
  }
  return { DATABASE_URL: url };
}

/** Runs a statement beside the running server, with parameters $1, $2 …. */
export async function queryBeside<Row extends object>(
  dataDir: string,
  sql: string,
  values: readonly (string | number)[] = [],
): Promise<Row[]> {
  const url = urlOf(dataDir);
  if (url === undefined) {
    const database = new SqliteDatabase(path.join(dataDir, 'app.db'), { timeout: 5_000 });
    try {
      const statement = database.prepare<unknown[], Row>(sql.replaceAll(/\$\d/g, '?'));
      if (statement.reader) return statement.all(...values);
      statement.run(...values);
      return [];
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Errors that `npm run ledger:check` finds in the books of a server, which may be running. */
export async function faultsInBooks(dataDir: string): Promise<string[]> {
  const url = urlOf(dataDir);
  const report =
    url === undefined
      ? await reconcileFile(path.join(dataDir, 'app.db'), Date.now())
      : await withPostgres(url, (connection) => reconcilePostgres(connection, Date.now()));
  return [...report.faults];
}
