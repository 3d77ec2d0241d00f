// Writes PostgreSQL's first migration from Prisma's schema and prisma/postgres/beyond-the-schema.sql. No release has
// it yet, so it is written anew instead of being followed by others. With `--check` it only compares.
// Uses Prisma's WebAssembly engine, so nothing is downloaded, and no database is needed.
import fs from 'node:fs';
import path from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import { postgresModel } from './postgres-model.mjs';
import { root } from './steps.mjs';

const target = path.join(root, 'prisma/postgres/0001_initial/migration.sql');

const files = postgresModel();
/** The engine asks a database for nothing but its version. */
const noDatabase = {
  provider: 'postgres',
  adapterName: 'none',
  getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
  executeRaw: () => Promise.resolve(0),
  executeScript: () => Promise.resolve(),
  queryRaw: () =>
    Promise.resolve({
      columnNames: ['exists', 'version', 'numeric_version'],
      columnTypes: [5, 7, 7], // a boolean and two texts
      rows: [[true, 'PostgreSQL 14.0', '140000']],
    }),
  dispose: () => Promise.resolve(),
};
const engine = await SchemaEngine.new(
  { datamodels: files.map((file) => [file.path, file.content]) },
  () => {},
  bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: 'none',
    connect: () => Promise.resolve(noDatabase),
    connectToShadowDb: () => Promise.resolve(noDatabase),
  }),
);
const { stdout } = await engine.diff({
  from: { tag: 'empty' },
  to: { tag: 'schemaDatamodel', files },
  script: true,
  exitCode: true,
  filters: { externalTables: [], externalEnums: [] },
});
const tables = (stdout ?? '')
  .replace(/^-- CreateSchema\n.*\n+/, '')
  // Texts are ordered by their bytes, as on SQLite, whatever the database's own order.
  .replace(/^( +"\w+" )TEXT\b/gm, '$1TEXT COLLATE "C"')
  .trim();
const additions = fs.readFileSync(path.join(root, 'prisma/postgres/beyond-the-schema.sql'), 'utf8').trim();
const sql = `${tables}\n\n${additions}\n`;

if (process.argv[2] !== '--check') {
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, sql);
  console.log(`Wrote ${path.relative(root, target)}.`);
} else if (fs.readFileSync(target, 'utf8') !== sql) {
  console.error('PostgreSQL’s migration lags behind the schema: run npm run db:postgres.');
  process.exitCode = 1;
} else console.log('PostgreSQL’s migration and the schema agree.');
