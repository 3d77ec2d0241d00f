import fs from 'node:fs';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table } from '../../support/baiql-runs';
import { startPayingServer, type PayingServer } from '../../support/paying-server';
import { grant, makePersonWithRole } from '../../support/people-with-roles';
import { apiOf } from '../../support/server';

let paying: PayingServer;

beforeAll(async () => {
  paying = await startPayingServer();
});
afterAll(() => paying.close());

it('an account takes its scripts and runs along when exported, and leaves nothing of them when deleted', async () => {
  const { origin, dataDir } = paying.server;
  const { token, userId } = await makePersonWithRole(paying.server, 'paiduser');
  await grant(origin, paying.token, userId, 100);
  const api = apiOf(origin, token);
  const runs = runApi(origin, token);
  await fileApi(origin, token).upload('/data/input/', { 'roster.csv': table(4, 'Leaver') });
  await api('POST', '/api/baiql/scripts', { name: 'Kept', content: '# mine' });
  const done = await runs.run(gradingScript());

  const zip = await fetch(`${origin}/api/account/export`, { headers: { Authorization: `Bearer ${token}` } });
  const exported = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const text = (name: string): string => new TextDecoder().decode(exported[name]);
  expect(JSON.parse(text('baiql-scripts.json'))).toMatchObject([{ name: 'Kept', content: '# mine' }]);
  expect(JSON.parse(text('baiql-runs.json'))).toMatchObject([
    { executionId: done.executionId, status: 'completed', script: gradingScript() },
  ]);

  paying.vendor.script({ kind: 'reply', hold: 'before' });
  await runs.execute(
    gradingScript({ limit: 'LIMIT PARALLEL 1', out: 'late.csv' }).replace('RUN', 'RUN NOCACHE'),
  );
  await paying.vendor.until((log) => log.stats.held === 1);
  const deleting = api('POST', '/api/auth/delete-account');
  paying.vendor.release();
  expect((await deleting).status).toBe(200);

  expect(fs.existsSync(path.join(dataDir, 'files', userId))).toBe(false);
  const database = new SqliteDatabase(path.join(dataDir, 'app.db'), { readonly: true });
  const count = (sql: string): unknown => database.prepare<unknown[], { n: number }>(sql).get(userId)?.n;
  for (const name of ['baiql_script', 'baiql_execution', 'baiql_reply']) {
    expect(count(`SELECT COUNT(*) AS n FROM ${name} WHERE user_id = ?`)).toBe(0);
  }
  expect(
    database.prepare('SELECT COUNT(*) AS n FROM baiql_result WHERE execution_id = ?').get(done.executionId),
  ).toEqual({ n: 0 });
  database.close();
});
