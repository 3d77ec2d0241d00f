// Prints the SQL difference between the committed migrations and the Prisma schema. Used to write a migration (`npm run
// db:migration -- <name>`) and by the test that both agree (`--check`).
// Uses Prisma's WebAssembly engine, so nothing is downloaded.
import fs from 'node:fs';
import path from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { SchemaEngine } from '@prisma/schema-engine-wasm';

const root = path.resolve(import.meta.dirname, '..');
const migrationsDir = path.join(root, 'prisma/migrations');
const schemaDir = path.join(root, 'prisma/schema');
/** SQLite's full-text indexes and their tables, which Prisma's schema can't express. */
const searchTables = ['user_search', 'prompt_search', 'session_search'].flatMap((name) =>
  ['', '_config', '_data', '_docsize', '_idx'].map((ending) => `${name}${ending}`),
);
const filters = { externalTables: searchTables, externalEnums: [] };

const files = fs
  .readdirSync(schemaDir)
  .sort()
  .map((name) => ({
    path: path.join(schemaDir, name),
    content: fs.readFileSync(path.join(schemaDir, name), 'utf8'),
  }));
const migrationNames = fs
  .readdirSync(migrationsDir)
  .filter((name) => /^\d+_/.test(name))
  .sort();
const migrationsList = {
  baseDir: migrationsDir,
  lockfile: { path: './migration_lock.toml', content: 'provider = "sqlite"\n' },
  shadowDbInitScript: '',
  migrationDirectories: migrationNames.map((name) => ({
    path: name,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok', value: fs.readFileSync(path.join(migrationsDir, name, 'migration.sql'), 'utf8') },
    },
  })),
};

/** The engine sends a migration as one statement, which better-sqlite3 rejects, so it is run as a script. */
class ScriptableAdapterFactory extends PrismaBetterSqlite3 {
  async connectToShadowDb() {
    const adapter = await super.connectToShadowDb();
    const executeOne = adapter.executeRaw.bind(adapter);
    adapter.executeRaw = async (query) => {
      if (query.args.length > 0) return executeOne(query);
      await adapter.executeScript(query.sql);
      return 0;
    };
    return adapter;
  }
}

const adapter = bindMigrationAwareSqlAdapterFactory(new ScriptableAdapterFactory({ url: ':memory:' }));
const engine = await SchemaEngine.new(
  { datamodels: files.map((f) => [f.path, f.content]) },
  () => {},
  adapter,
);
const result = await engine.diff({
  from: { tag: 'migrations', ...migrationsList },
  to: { tag: 'schemaDatamodel', files },
  script: true,
  exitCode: true,
  filters,
});
const sql = (result.stdout ?? '').replace(/^-- This is an empty migration\.\s*$/m, '').trim();

const argument = process.argv[2];
if (argument === '--check') {
  if (sql) {
    console.error(`The migrations lag behind the schema. Missing:\n${sql}`);
    process.exit(1);
  }
  console.log('The migrations and the schema agree.');
} else if (!argument) {
  console.error('Give the migration a name: npm run db:migration -- add-something');
  process.exit(2);
} else if (!sql) {
  console.log('Nothing to do: the migrations and the schema agree.');
} else {
  const latest = Number.parseInt(migrationNames.at(-1) ?? '0', 10); // Numbers have gaps, so counting would reuse one.
  const number = String(latest + 1).padStart(4, '0');
  const dir = path.join(migrationsDir, `${number}_${argument.replace(/[^a-z0-9]+/gi, '_')}`);
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, 'migration.sql'), `${sql}\n`);
  console.log(
    `Wrote ${path.relative(root, dir)}/migration.sql. Read it, and add CHECKs and triggers by hand.`,
  );
}
