// Prisma's schema for PostgreSQL: that of SQLite with another provider.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './steps.mjs';

const schemaDir = path.join(root, 'prisma/schema');
/** Where the client for PostgreSQL is generated. */
export const POSTGRES_CLIENT = 'node_modules/.prisma/postgres';

/** The files of the schema, with paths below prisma/schema. */
export function postgresModel() {
  return fs
    .readdirSync(schemaDir)
    .sort()
    .map((name) => ({
      path: path.join(schemaDir, name),
      content: fs
        .readFileSync(path.join(schemaDir, name), 'utf8')
        .replace('provider = "sqlite"', 'provider = "postgresql"'),
    }));
}

/** Writes the schema into a folder, for `prisma generate`. Returns the folder. */
export function writePostgresModel() {
  const folder = path.join(root, 'node_modules/.promptwell-postgres-schema');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const output = `"prisma-client-js"\n  output = ${JSON.stringify(path.join(root, POSTGRES_CLIENT))}`;
  for (const { path: file, content } of postgresModel())
    fs.writeFileSync(path.join(folder, path.basename(file)), content.replace('"prisma-client-js"', output));
  return folder;
}
