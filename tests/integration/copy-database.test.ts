import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyToPostgres, copyToSqlite } from '~/core/db/copy/copy-installation.server';
import { backUpPostgres, restorePostgres } from '~/core/db/postgres/dump.server';
import { openConnection } from '~/core/db/sqlite/database.server';
import { listBackups } from '~/core/db/sqlite/list-backups.server';
import { claimDataDir } from '~/core/db/sqlite/single-instance.server';
import { copyDatabase } from '~/features/transfer/copy-database.server';
import { temporaryDatabase } from '../support/database';
import { fillWithMuch } from '../support/much-data';
import { MIGRATIONS as migrations, startPostgres, type PostgresServer } from '../support/postgres';
import { ADMIN_ENV, apiOf, signInByApi, startServer } from '../support/server';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-copy-'));
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const copy = (dataDir: string, url: string | undefined, target: string) =>
  copyDatabase({ dataDir, file: path.join(dataDir, 'app.db'), url, target, migrations });

it('an installation moves to PostgreSQL and back: every row, its searches and its books @soak', async () => {
  const dataDir = path.join(folder, 'data');
  fs.mkdirSync(dataDir);
  const first = await startServer({ env: ADMIN_ENV, dataDir });
  await fillWithMuch(first);
  await first.stop();
  const file = path.join(dataDir, 'app.db');
  addHardTexts(file);

  const url = await postgres.database();
  const there = await copy(dataDir, undefined, url);
  expect(there).toMatchObject({ source: { isSound: true, faults: [] }, copy: { isSound: true, faults: [] } });
  expect(there.copy.entries).toBe(there.source.entries);
  expect(there.copy.entries).toBeGreaterThan(0);
  const backFile = path.join(folder, 'back.db');
  const back = await copy(dataDir, url, backFile);
  expect(back).toMatchObject({ rows: there.rows, source: { isSound: true }, copy: { isSound: true } });
  expect(rowsOf(backFile)).toEqual(rowsOf(file));

  const found: number[] = [];
  for (const env of [{ ...ADMIN_ENV, DATABASE_URL: url }, ADMIN_ENV]) {
    if (!('DATABASE_URL' in env)) fs.copyFileSync(backFile, file);
    const server = await startServer({ env, dataDir });
    const api = apiOf(server.origin, await signInByApi(server.origin));
    const { body } = await api<{ total: number }>(
      'GET',
      '/api/savedprompts/my-prompts?search=photosynthesis',
    );
    found.push(body.total);
    // Numbers go on where they were.
    const added = await api('POST', '/api/savedprompts', {
      title: 'After the move',
      content: 'photosynthesis',
    });
    expect(added.status).toBe(201);
    await server.stop();
  }
  expect(found[0]).toBeGreaterThan(0);
  expect(found[1]).toBe(found[0]);
});

it('is refused where a server runs, where there is something already, and between databases of one kind', async () => {
  const database = temporaryDatabase('ada');
  const { directory, file } = database;
  const url = await postgres.database('bob');
  const release = claimDataDir(directory);
  await expect(copy(directory, undefined, url)).rejects.toThrow('Stop it first');
  release();
  await expect(copy(directory, undefined, url)).rejects.toThrow('isn’t empty: it has rows in user');
  await expect(copy(directory, undefined, path.join(folder, 'other.db'))).rejects.toThrow('--to postgres://');
  await expect(copy(directory, url, url)).rejects.toThrow('remove DATABASE_URL');
  await expect(copy(directory, url, file)).rejects.toThrow('exists already');
  await expect(copy(directory, undefined, 'postgres://x@127.0.0.1:1/none')).rejects.toThrow(
    'can’t be reached',
  );
  await database.close();
});

it('is all of it or nothing, and takes the place of what is there only where that is asked', async () => {
  const database = temporaryDatabase('ada');
  const { file } = database;
  const url = await postgres.database('bob');
  await expect(copyToPostgres({ file, url, migrations })).rejects.toThrow('isn’t empty');
  await copyToPostgres({ file, url, migrations, replaces: true });
  const backFile = path.join(folder, 'replaced.db');
  await copyToSqlite(url, backFile, migrations);
  expect(rowsOf(backFile)).toEqual(rowsOf(file));
  await database.close();
});

it.each([
  ['is missing', undefined],
  [
    'is older than the server',
    'echo "pg_dump: error: aborting because of server version mismatch" >&2; exit 1',
  ],
])('backs up to a SQLite file where pg_dump %s, which is restored by db:restore', async (_, program) => {
  const url = await postgres.database('ada');
  const programsDir = fs.mkdtempSync(path.join(folder, 'programs-'));
  if (program !== undefined)
    fs.writeFileSync(path.join(programsDir, 'pg_dump'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  const backupsDir = path.join(programsDir, 'backups');
  const programs = process.env.PATH;
  process.env.PATH = programsDir;
  const backup = await backUpPostgres(url, {
    backupsDir,
    at: new Date(),
    kind: 'manual',
    migrations,
  }).finally(() => {
    process.env.PATH = programs;
  });
  expect(listBackups(backupsDir).map(({ name }) => name)).toEqual([path.basename(backup)]);
  const other = await postgres.database('bob', 'eve');
  await restorePostgres(other, backup, migrations);
  const restored = path.join(programsDir, 'restored.db');
  await copyToSqlite(other, restored, migrations);
  expect(rowsOf(restored)).toEqual(rowsOf(backup));
  await expect(restorePostgres(other, path.join(folder, 'none.db'), migrations)).rejects.toThrow(
    'There is no file',
  );
});

/** Texts that only one of the databases would keep. */
function addHardTexts(file: string): void {
  const database = openConnection(file);
  database.prepare('UPDATE user SET last_name = ? WHERE number = 1').run('a\0b {"x", NULL} \\N 😀');
  database
    .prepare('UPDATE saved_prompt SET content = ? WHERE number = 1')
    .run('photosynthesis '.repeat(7_000));
  database.close();
}

/** All rows of a database file by table, with times written alike and what PostgreSQL can't store replaced. */
function rowsOf(file: string): Map<string, unknown[]> {
  const database = new SqliteDatabase(file, { readonly: true });
  const tables = database
    .prepare<[], { name: string }>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name <> '_migration' ORDER BY name",
    )
    .all();
  const rows = new Map<string, unknown[]>(
    tables.map(({ name }) => [
      name,
      database.prepare(`SELECT * FROM "${name}"`).raw().all().map(comparable).sort(),
    ]),
  );
  rows.set(
    'sqlite_sequence',
    database.prepare('SELECT name, seq FROM sqlite_sequence ORDER BY name').raw().all(),
  );
  database.close();
  return rows;
}

const comparable = (row: unknown): string =>
  JSON.stringify(
    (row as unknown[]).map((value) =>
      typeof value !== 'string'
        ? value
        : value
            .replaceAll('\0', '\ufffd')
            .replace(
              /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{3})?(Z|\+00:00)?$/,
              (_, day: string, time: string, ms = '.000') => `${day}T${time}${ms as string}+00:00`,
            ),
    ),
  );
