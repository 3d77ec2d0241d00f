import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Database } from 'better-sqlite3';

export class MigrationError extends Error {
  override name = 'MigrationError';
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Applies missing migrations, each in its own transaction. Returns their names. */
export function migrate(database: Database, migrationsDir: string): string[] {
  database.exec(
    'CREATE TABLE IF NOT EXISTS "_migration" ("name" TEXT PRIMARY KEY, "checksum" TEXT NOT NULL, "applied_at" TEXT NOT NULL)',
  );
  const missing = requireKnownMigrations(database, migrationsDir);
  for (const migration of missing) apply(database, migration);
  return missing.map((migration) => migration.name);
}

/** Throws if the database was migrated by a newer version or by other files. Returns the missing migrations. */
export function requireKnownMigrations(database: Database, migrationsDir: string): readonly Migration[] {
  const isApplied = appliedChecksums(database);
  const missing: Migration[] = [];
  for (const migration of readMigrations(migrationsDir)) {
    const checksum = isApplied.get(migration.name);
    if (checksum === undefined) missing.push(migration);
    else if (checksum !== migration.checksum) {
      throw new MigrationError(
        `The migration ${migration.name} was changed after this database had applied it. Restore the file, or the database from a backup.`,
      );
    }
    isApplied.delete(migration.name);
  }
  const [unknown] = isApplied.keys();
  if (unknown !== undefined) {
    throw new MigrationError(
      `This database is newer than the program: it has the migration ${unknown}. Update the program, or restore an older backup.`,
    );
  }
  return missing;
}

/** Names of the migrations that haven't been applied. */
export function pendingMigrations(database: Database, migrationsDir: string): string[] {
  const applied = appliedChecksums(database);
  return readMigrations(migrationsDir)
    .map((migration) => migration.name)
    .filter((name) => !applied.has(name));
}

function appliedChecksums(database: Database): Map<string, string> {
  const rows = database
    .prepare<[], { name: string; checksum: string }>('SELECT "name", "checksum" FROM "_migration"')
    .all();
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function readMigrations(migrationsDir: string): Migration[] {
  return fs
    .readdirSync(migrationsDir)
    .filter((name) => /^\d+_/.test(name))
    .sort()
    .map((name) => {
      const sql = fs.readFileSync(path.join(migrationsDir, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') };
    });
}

/**
 * Foreign keys are off during a migration: SQLite changes most tables by recreating them, and dropping the old one
 * would cascade. All references are checked before the commit.
 */
function apply(database: Database, migration: Migration): void {
  const areKeysOn = Number(database.pragma('foreign_keys', { simple: true })) === 1;
  database.pragma('foreign_keys = OFF');
  try {
    database.transaction(() => {
      database.exec(migration.sql);
      refuseBrokenReferences(database, migration.name);
      database
        .prepare('INSERT INTO "_migration" VALUES (?, ?, ?)')
        .run(migration.name, migration.checksum, new Date().toISOString());
    })();
  } finally {
    if (areKeysOn) database.pragma('foreign_keys = ON');
  }
}

function refuseBrokenReferences(database: Database, name: string): void {
  const broken = database
    .prepare<[], { child: string; parent: string; count: number | bigint }>(
      'SELECT "table" AS child, "parent", count(*) AS count FROM pragma_foreign_key_check GROUP BY 1, 2',
    )
    .all();
  if (broken.length === 0) return;
  const places = broken.map(({ child, parent, count }) => `${String(count)} of ${child} to ${parent}`);
  throw new MigrationError(
    `The migration ${name} was not applied: rows would refer to others that are not there (${places.join(', ')}). Nothing was changed.`,
  );
}
