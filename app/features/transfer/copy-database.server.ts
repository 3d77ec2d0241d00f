import fs from 'node:fs';
import { copyToPostgres, copyToSqlite } from '~/core/db/copy/copy-installation.server';
import type { MigrationFolders } from '~/core/db/migrations.server';
import { withPostgres, withPostgresAlone } from '~/core/db/postgres/with-postgres.server';
import { claimDataDir } from '~/core/db/sqlite/single-instance.server';
import { systemClock } from '~/core/shared/clock';
import { reconcileFile, reconcilePostgres, type ReconcileReport } from '~/features/ledger/index.server';

interface CopyDatabase {
  /** The server's data folder. */
  dataDir: string;
  /** The database's file, and the address in whose place it is used if that is set. */
  file: string;
  url: string | undefined;
  /** The address of an empty PostgreSQL database, or a file to make. */
  target: string;
  migrations: MigrationFolders;
}

export interface CopiedDatabase {
  tables: number;
  rows: number;
  /** The books before and after. */
  source: ReconcileReport;
  copy: ReconcileReport;
}

/**
 * Copies the installation's database to the other kind, and checks the books on both sides. A server may run on neither.
 * @throws Error with what to do
 */
export async function copyDatabase({
  dataDir,
  file,
  url,
  target,
  migrations,
}: CopyDatabase): Promise<CopiedDatabase> {
  const isToPostgres = /^postgres(?:ql)?:/.test(target);
  if (isToPostgres === (url !== undefined)) {
    throw new Error(
      url === undefined
        ? 'The database is a SQLite file, so it can be copied to PostgreSQL: --to postgres://user:password@host:5432/database.'
        : 'DATABASE_URL names a PostgreSQL database, so it can be copied to a SQLite file: --to data/app.db. To copy the file in DATA_DIR, remove DATABASE_URL from the settings first.',
    );
  }
  const release = claimDataDir(dataDir);
  try {
    return await (url === undefined
      ? toPostgres(file, target, migrations)
      : toSqlite(url, target, migrations));
  } finally {
    release();
  }
}

async function toPostgres(file: string, url: string, migrations: MigrationFolders): Promise<CopiedDatabase> {
  if (!fs.existsSync(file)) throw new Error(`There is no database at ${file} yet.`);
  const source = await reconcileFile(file, systemClock());
  const counts = await withPostgresAlone(url, () => copyToPostgres({ file, url, migrations }));
  const copy = await withPostgres(url, (connection) => reconcilePostgres(connection, systemClock()));
  return { ...sumOf(counts), source, copy };
}

async function toSqlite(url: string, file: string, migrations: MigrationFolders): Promise<CopiedDatabase> {
  return withPostgresAlone(url, async () => {
    const source = await withPostgres(url, (connection) => reconcilePostgres(connection, systemClock()));
    const counts = await copyToSqlite(url, file, migrations);
    return { ...sumOf(counts), source, copy: await reconcileFile(file, systemClock()) };
  });
}

const sumOf = (counts: ReadonlyMap<string, number>): { tables: number; rows: number } => ({
  tables: counts.size,
  rows: [...counts.values()].reduce((sum, count) => sum + count, 0),
});
