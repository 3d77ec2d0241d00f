import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table } from '../../support/baiql-runs';
import { startPayingServer, vendorEnv } from '../../support/paying-server';
import { signInByApi, startServer } from '../../support/server';

const DAY_MS = 24 * 60 * 60 * 1000;

it('prompts and replies of a run go after the days of the setting; what it wrote and cost stays @soak', async () => {
  const paying = await startPayingServer();
  const { dataDir } = paying.server;
  const first = runApi(paying.server.origin, paying.token);
  await fileApi(paying.server.origin, paying.token).upload('/data/input/', { 'roster.csv': table(3) });
  const old = await first.run(gradingScript());
  const young = await first.run(gradingScript({ out: 'other.csv' }));
  paying.vendor.script({ kind: 'status', status: 400 });
  const failed = await first.run(gradingScript({ out: 'third.csv' }).replace('RUN', 'RUN NOCACHE'));
  expect(failed).toMatchObject({ status: 'completed', failed: 1, canRetryFailed: true, detailsKept: true });
  const balance = await paying.balance();
  await paying.server.stop();

  const database = new SqliteDatabase(path.join(dataDir, 'app.db'));
  database
    .prepare('UPDATE baiql_execution SET finished_at = finished_at - ? WHERE id IN (?, ?)')
    .run(8 * DAY_MS, old.executionId, failed.executionId);
  database.close();
  const env = { ...vendorEnv(paying.vendor), BAIQL_KEEP_DAYS: '7' };
  const server = await startServer({ env, dataDir });
  try {
    const token = await signInByApi(server.origin);
    const runs = runApi(server.origin, token);
    while (
      (await runs.items(old.executionId)).items.length + (await runs.items(failed.executionId)).items.length >
      0
    );
    expect(await runs.get(old.executionId)).toMatchObject({
      status: 'completed',
      succeeded: 3,
      costMicroUsd: old.costMicroUsd,
      outputs: old.outputs.map(({ path: file, size }) => ({ path: file, size })),
      detailsKept: false,
    });
    expect((await runs.items(young.executionId)).total).toBe(3);
    const { text } = await fileApi(server.origin, token).download('/data/output/marks.csv');
    expect(text).toContain('Student 3');
    expect(await runs.post(failed.executionId, 'retry-failed')).toMatchObject({
      status: 409,
      body: { code: 'details_removed' },
    });
    expect(await runs.get(failed.executionId)).toMatchObject({ canRetryFailed: false });
    const after = await fetch(`${server.origin}/api/billing/balance`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await after.json()).toMatchObject({ balanceMicroUsd: balance.balanceMicroUsd });
  } finally {
    await server.stop();
    await paying.vendor.close();
  }
});
