import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** The folders of each database's migrations. */
export interface MigrationFolders {
  sqlite: string;
  postgres: string;
}

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * The migrations that a database lacks. Throws if it was migrated by a newer version or by other files.
 *
 * @param applied checksums by name
 */
export function missingMigrations(
  applied: ReadonlyMap<string, string>,
  migrationsDir: string,
): readonly Migration[] {
  const unknown = new Map(applied);
  const missing: Migration[] = [];
  for (const migration of readMigrations(migrationsDir)) {
    const checksum = unknown.get(migration.name);
    if (checksum === undefined) missing.push(migration);
    else if (checksum !== migration.checksum) {
      throw new MigrationError(
        `The migration ${migration.name} was changed after this database had applied it. Restore the file, or the database from a backup.`,
      );
    }
    unknown.delete(migration.name);
  }
  const [name] = unknown.keys();
  if (name !== undefined) {
    throw new MigrationError(
      `This database is newer than the program: it has the migration ${name}. Update the program, or restore an older backup.`,
    );
  }
  return missing;
}

export function readMigrations(migrationsDir: string): Migration[] {
  return fs
    .readdirSync(migrationsDir)
    .filter((name) => /^\d+_/.test(name))
    .sort()
    .map((name) => {
      const sql = fs.readFileSync(path.join(migrationsDir, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') };
    });
}
