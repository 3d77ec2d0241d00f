import type { Database } from 'better-sqlite3';
import { MigrationError, missingMigrations, readMigrations, type Migration } from '../migrations.server';

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
export const requireKnownMigrations = (database: Database, migrationsDir: string): readonly Migration[] =>
  missingMigrations(appliedChecksums(database), migrationsDir);

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
