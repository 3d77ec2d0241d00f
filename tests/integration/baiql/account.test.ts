import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table } from '../../support/baiql-runs';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';
import { queryBeside } from '../../support/server-database';
import { grant, makeUserWithRole } from '../../support/users-with-roles';
import { apiOf } from '../../support/server';
import { expectedAnswer } from '../../vendors/vendor-request';

let paying: PayingServer;

beforeAll(async () => {
  paying = await sharePayingServer();
});
afterAll(() => paying.close());

it('an account takes its scripts and runs along when exported, and leaves nothing of them when deleted', async () => {
  const { origin, dataDir } = paying.server;
  const { token, userId } = await makeUserWithRole(paying.server, 'paiduser');
  await grant(origin, paying.token, userId, 100);
  const api = apiOf(origin, token);
  const runs = runApi(origin, token);
  await fileApi(origin, token).upload('/data/input/', {
    'roster.csv': table(4, 'Leaver'),
    'Größe/αβ.txt': 'in a folder',
  });
  await api('POST', '/api/baiql/scripts', { name: 'Kept', content: '# mine' });
  const done = await runs.run(gradingScript());

  const zip = await fetch(`${origin}/api/account/export`, { headers: { Authorization: `Bearer ${token}` } });
  const exported = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const text = (name: string): string => new TextDecoder().decode(exported[name]);
  expect(JSON.parse(text('baiql-scripts.json'))).toMatchObject([{ name: 'Kept', content: '# mine' }]);
  expect(JSON.parse(text('baiql-runs.json'))).toMatchObject([
    { executionId: done.executionId, status: 'completed', script: gradingScript() },
  ]);
  expect(JSON.parse(text(`baiql-runs/${done.executionId}.json`))).toMatchObject(
    [1, 2, 3, 4].map((row) => ({
      prompt: `Say one thing about topic ${row} to Leaver ${row}.`,
      reply: expectedAnswer(`Say one thing about topic ${row} to Leaver ${row}.`),
    })),
  );
  expect(text('files/input/roster.csv')).toBe(table(4, 'Leaver'));
  expect(text('files/input/Größe/αβ.txt')).toBe('in a folder');
  expect(text('files/output/marks.csv')).toContain('Leaver 4');

  paying.vendor.script({ kind: 'reply', hold: 'before' });
  await runs.execute(
    gradingScript({ limit: 'LIMIT PARALLEL 1', out: 'late.csv' }).replace('RUN', 'RUN NOCACHE'),
  );
  await paying.vendor.until((log) => log.stats.held === 1);
  const deleting = api('POST', '/api/auth/delete-account');
  paying.vendor.release();
  expect((await deleting).status).toBe(200);

  expect(fs.existsSync(path.join(dataDir, 'files', userId))).toBe(false);
  for (const name of ['baiql_script', 'baiql_execution', 'baiql_reply']) {
    expect(await queryBeside(dataDir, `SELECT 1 FROM ${name} WHERE user_id = $1`, [userId])).toEqual([]);
  }
  expect(
    await queryBeside(dataDir, 'SELECT 1 FROM baiql_result WHERE execution_id = $1', [done.executionId]),
  ).toEqual([]);
});

it('an export of hundreds of megabytes is sent while it is made, and leaves the server its memory @soak', async () => {
  const { origin, dataDir, pid } = paying.server;
  const { token, userId } = await makeUserWithRole(paying.server, 'paiduser');
  const folder = path.join(dataDir, 'files', userId, 'input');
  await fileApi(origin, token).upload('/data/input/', { 'first.txt': 'first' });
  const piece = Buffer.alloc(100 * 1024 * 1024, 'large file ');
  // Not in one go: a connection that the server closes meanwhile must be seen to be closed.
  for (const name of ['a.bin', 'b.bin', 'c.bin', 'd.bin'])
    await fs.promises.writeFile(path.join(folder, name), piece);

  const before = residentBytes(pid);
  const answer = await fetch(`${origin}/api/account/export`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  let size = 0;
  let most = before;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    if (Math.floor(size / 2 ** 24) !== Math.floor((size + chunk.length) / 2 ** 24)) {
      most = Math.max(most, residentBytes(pid));
    }
    size += chunk.length;
  }
  expect(size).toBeGreaterThan(400 * 1024 * 1024);
  expect(most - before).toBeLessThan(200 * 1024 * 1024);

  // One who goes away in the middle leaves nothing open.
  const leave = new AbortController();
  const broken = await fetch(`${origin}/api/account/export`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: leave.signal,
  });
  await broken.body?.getReader().read();
  leave.abort();
  expect((await apiOf(origin, token)('POST', '/api/auth/delete-account')).status).toBe(200);
  expect(fs.existsSync(path.join(dataDir, 'files', userId))).toBe(false);
});

function residentBytes(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = fs.existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(fs.readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) * 1024;
}
