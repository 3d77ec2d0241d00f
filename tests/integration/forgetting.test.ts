import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileApi } from '../support/baiql-files';
import { gradingScript, runApi, table } from '../support/baiql-runs';
import { faultsInBooks } from '../support/server-database';
import { complete, startPayingServer, type PayingServer } from '../support/paying-server';
import { grant, makeUserWithRole } from '../support/users-with-roles';
import { apiOf, type TestServer } from '../support/server';

let paying: PayingServer;
beforeAll(async () => {
  paying = await startPayingServer();
});
afterAll(async () => {
  await paying.close();
  expect(await faultsInBooks(paying.server.dataDir)).toEqual([]);
});

/** A word that nobody else writes. */
const MARK = 'Quaggaberry';

/** Rows of the books and of the audit keep the id of an account that is gone; nothing else does. */
const MAY_KEEP_THE_ID = new Set([
  'user',
  'audit_event',
  'ledger_account',
  'ledger_entry',
  'ledger_hold',
  'ledger_operation',
  'ledger_day',
  'ledger_posting',
]);
/** The database is searched table by table; backups are copies that an administrator makes and removes. */
const NO_FOLDER_OF_PEOPLE = /^(?:app\.db.*|backups|in-use\.lock.*|session-secret)$/;

it('nothing of a deleted account is left in any table or folder, whatever went on in that moment', async () => {
  const { server, vendor } = paying;
  const { origin, dataDir } = server;
  const { account, token, userId } = await makeUserWithRole(server, 'paiduser');
  await grant(origin, paying.token, userId, 500);
  const api = apiOf(origin, token);
  const runs = runApi(origin, token);
  const files = fileApi(origin, token);
  const traces = [MARK, account.email];

  // All that an account may have.
  await files.upload('/data/input/', { 'roster.csv': table(3, MARK), [`${MARK}.txt`]: MARK });
  await api('POST', '/api/baiql/scripts', { name: MARK, content: `# ${MARK}` });
  await api('POST', '/api/savedprompts', { title: MARK, content: MARK });
  await api('POST', '/api/promptgenerator/generate', { categoryId: null, userTopic: MARK });
  await api('POST', '/api/userpreferences', { DefaultDateRange: '30d' });
  const done = await runs.run(gradingScript());
  expect(done.status).toBe('completed');
  const answered = await complete(origin, token, { prompt: MARK }, `${MARK}-key-1`);
  expect(answered.status).toBe(200);
  for (const each of [...traces, userId]) {
    expect(inTables(dataDir, each)).not.toEqual({});
    expect(inFolders(dataDir, each)).not.toEqual([]);
  }

  // What goes on at that moment: a call, a run with its events, an upload, a request that came just before.
  vendor.script({ kind: 'reply', hold: 'middle', chunks: 3 }, { kind: 'reply', hold: 'before' });
  const { cancelled } = vendor.log.stats;
  const call = complete(origin, token, { prompt: `${MARK} in flight` });
  await vendor.until(({ stats }) => stats.held === 1);
  const running = await runs.execute(
    gradingScript({ limit: 'LIMIT PARALLEL 1', out: 'late.csv' }).replace('RUN', 'RUN NOCACHE'),
  );
  await vendor.until(({ stats }) => stats.held === 2);
  const followed = runs.events(running.body.executionId);
  const upload = beginUpload(server, token);
  await upload.begun;

  const deleted = await api('POST', '/api/auth/delete-account');
  expect(deleted.status).toBe(200);
  await vendor.until(({ stats }) => stats.cancelled === cancelled + 2);
  expect(await upload.status).not.toBe(201);
  await followed;
  expect((await call).status).toBeLessThan(500);
  expect((await api('GET', '/api/baiql/scripts')).status).toBe(401);

  for (const trace of traces) {
    expect(inTables(dataDir, trace)).toEqual({});
    expect(inFolders(dataDir, trace)).toEqual([]);
  }
  const withId = Object.keys(inTables(dataDir, userId));
  expect(withId.filter((name) => !MAY_KEEP_THE_ID.has(name))).toEqual([]);
  expect(inFolders(dataDir, userId)).toEqual([]);

  // Nor in what the tables have let go of, once the write-ahead log has been merged.
  await server.stop();
  const bytes = fs.readFileSync(path.join(dataDir, 'app.db'));
  for (const trace of traces) expect(bytes.includes(trace)).toBe(false);
});

/** An upload whose file has come in by half. It goes on when the server lets it, and says how it was answered. */
function beginUpload({ origin }: TestServer, token: string) {
  const boundary = randomUUID();
  const request = http.request(`${origin}/api/baiql/files`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const status = new Promise<number>((resolve) => {
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.on('error', () => resolve(0)); // cut off: no answer is no 201 either
  });
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="path"\r\n\r\n/data/input/late/\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${MARK}.txt"\r\n\r\n${MARK}`;
  const begun = new Promise<void>((resolve) => request.write(head, () => resolve()));
  return { begun, status };
}

/** Every column of every table, also of those that came after this was written. */
function inTables(dataDir: string, text: string): Record<string, number> {
  const database = new SqliteDatabase(path.join(dataDir, 'app.db'), { readonly: true });
  try {
    const found: Record<string, number> = {};
    const tables = database
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all();
    for (const { name } of tables) {
      const columns = database
        .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
        .all(name);
      const anywhere = columns.map((column) => `instr(lower(CAST("${column.name}" AS TEXT)), lower(@text))`);
      const row = database
        .prepare<[{ text: string }], { n: number }>(
          `SELECT COUNT(*) AS n FROM "${name}" WHERE ${anywhere.join(' OR ')}`,
        )
        .get({ text });
      if (row && row.n > 0) found[name] = row.n;
    }
    return found;
  } finally {
    database.close();
  }
}

/** Files and folders below DATA_DIR with the text in their path or content. */
function inFolders(dataDir: string, text: string): string[] {
  const wanted = text.toLowerCase();
  return fs
    .readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, name: path.relative(dataDir, path.join(entry.parentPath, entry.name)) }))
    .filter(({ name }) => !NO_FOLDER_OF_PEOPLE.test(name.split(path.sep)[0] ?? ''))
    .filter(
      ({ entry, name }) =>
        name.toLowerCase().includes(wanted) ||
        (entry.isFile() && fs.readFileSync(path.join(dataDir, name), 'utf8').toLowerCase().includes(wanted)),
    )
    .map(({ name }) => name);
}
