import { missingMigrations } from '../migrations.server';
import type { PostgresConnection } from './postgres-connection.server';
import { statement } from './statement.server';

const TABLE = `CREATE TABLE IF NOT EXISTS "_migration"
  ("name" TEXT PRIMARY KEY, "checksum" TEXT NOT NULL, "applied_at" TEXT NOT NULL)`;

const applied = statement('SELECT "name", "checksum" FROM "_migration"');

/** Applies missing migrations, each in its own transaction. Returns their names. */
export async function migratePostgres(
  database: PostgresConnection,
  migrationsDir: string,
): Promise<string[]> {
  await database.script(TABLE);
  const rows = await database.read((queries) => queries.all<{ name: string; checksum: string }>(applied));
  const missing = missingMigrations(
    new Map(rows.map(({ name, checksum }) => [name, checksum])),
    migrationsDir,
  );
  for (const { name, sql, checksum } of missing) {
    // Names are those of folders, and a checksum has hexadecimal digits only.
    await database.script(
      `${sql};\nINSERT INTO "_migration" VALUES ('${name}', '${checksum}', '${new Date().toISOString()}')`,
    );
  }
  return missing.map(({ name }) => name);
}
