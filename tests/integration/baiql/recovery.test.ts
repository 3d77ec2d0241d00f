import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BalanceResponse } from '../../../app/features/billing/schema';
import { faultsInBooks } from '../../support/server-database';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table } from '../../support/baiql-runs';
import { KILLS } from '../../support/kills';
import { vendorEnv } from '../../support/paying-server';
import { ADMIN_ENV, apiOf, signInByApi, startServer, type TestServer } from '../../support/server';
import { startOpenAiServer } from '../../vendors/openai-server';
import type { VendorServer } from '../../vendors/vendor-server';

let vendor: VendorServer;
let server: TestServer;
let token: string;

beforeAll(async () => {
  vendor = await startOpenAiServer();
  server = await startServer({ env: { ...ADMIN_ENV, ...vendorEnv(vendor) } });
  token = await signInByApi(server.origin);
});
afterAll(async () => {
  await server.stop();
  await vendor.close();
});

const runs = () => runApi(server.origin, token);
const files = () => fileApi(server.origin, token);
const restart = async (): Promise<void> => {
  server = await startServer({ env: vendorEnv(vendor), dataDir: server.dataDir });
};
const balance = async () =>
  (await apiOf(server.origin, token)<BalanceResponse>('GET', '/api/billing/balance')).body;

const names = (csv: string): string[] =>
  csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[0] ?? '');
const everyRow = (rows: number, who: string): string[] =>
  Array.from({ length: rows }, (_, index) => `${who} ${index + 1}`);
const answeredTwice = (who: string): string[] =>
  vendor.log.promptsAnsweredTwice().filter((prompt) => prompt.includes(who));

describe('a run whose server is killed', () => {
  it('goes on by itself at the next start, unless its source has changed, and sends nothing again that was paid @soak', async () => {
    await files().upload('/data/input/', {
      'class.csv': table(100, 'Pupil'),
      'changing.csv': table(20, 'Member'),
    });
    const before = await balance();
    const held = 8;
    vendor.script(
      ...Array.from({ length: 40 }, () => ({ kind: 'reply' as const })),
      ...Array.from({ length: held }, () => ({ kind: 'reply' as const, hold: 'before' as const })),
    );
    const script = gradingScript({ file: 'class.csv', out: 'class.csv' });
    const { executionId } = (await runs().execute(script)).body;
    await vendor.until((log) => log.stats.held === held);
    vendor.script({ kind: 'reply' }, { kind: 'reply', hold: 'before' });
    const limit = 'LIMIT PARALLEL 1';
    const other = (await runs().execute(gradingScript({ file: 'changing.csv', out: 'changing.csv', limit })))
      .body;
    await vendor.until((log) => log.stats.held === held + 1);
    await files().upload('/data/input/', { 'changing.csv': table(21, 'Member') });
    await server.kill();

    await restart();
    const ended = await runs().ended(executionId);
    expect(ended).toMatchObject({ status: 'completed', succeeded: 100, failed: 0, current: 100, total: 100 });
    expect(names((await files().download('/data/output/class.csv')).text)).toEqual(everyRow(100, 'Pupil'));
    expect(answeredTwice('Pupil')).toEqual([]);

    const stopped = await runs().ended(other.executionId);
    expect(stopped).toMatchObject({ status: 'failed', reason: 'source-changed' });
    expect(stopped.message).toContain('/data/input/changing.csv has changed since this run began');
    await files().upload('/data/input/', { 'changing.csv': table(20, 'Member') });
    expect((await runs().post(other.executionId, 'resume')).status).toBe(202);
    const mended = await runs().ended(other.executionId);
    expect(mended).toMatchObject({ status: 'completed', succeeded: 20 });

    const after = await balance();
    expect(before.balanceMicroUsd - after.balanceMicroUsd).toBe(
      (ended.costMicroUsd ?? 0) + (mended.costMicroUsd ?? 0),
    );
    expect(after.heldMicroUsd).toBe(0);
    expect(await faultsInBooks(server.dataDir)).toEqual([]);
  });

  it('again and again has every row once, and every call charged once @soak', async () => {
    const [rows, parallel] = [KILLS * 50, 8];
    await files().upload('/data/input/', { 'cohort.csv': table(rows, 'Fellow') });
    const before = await balance();
    const script = gradingScript({
      file: 'cohort.csv',
      out: 'cohort.csv',
      limit: `LIMIT PARALLEL ${parallel}`,
    });
    const { executionId } = (await runs().execute(script)).body;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Between any two of its steps: nothing but the number of answers says when. More than are in flight at once,
      // counted from here: at least one row was finished since the last kill.
      const answeredBefore = vendor.log.stats.answered;
      await vendor.until((log) => log.stats.answered >= answeredBefore + 2 * parallel + 1);
      await server.kill();
      await restart();
      // It gets on between any two ends, so it goes on by itself, and says what is in flight of what the account is without.
      const spent = async (): Promise<number> => before.balanceMicroUsd - (await balance()).balanceMicroUsd;
      const spentBefore = await spent();
      const run = await runs().get(executionId);
      expect(run.reason).toBeNull();
      const { costMicroUsd, inFlightMicroUsd = 0 } = run;
      expect((costMicroUsd ?? 0) + inFlightMicroUsd).toBeGreaterThanOrEqual(spentBefore);
      expect(costMicroUsd).toBeLessThanOrEqual(await spent());
    }
    const ended = await runs().ended(executionId);
    expect(ended).toMatchObject({ status: 'completed', succeeded: rows, failed: 0, total: rows });
    expect(names((await files().download('/data/output/cohort.csv')).text)).toEqual(everyRow(rows, 'Fellow'));
    // Only what was under way when the server died can have been answered without being kept.
    expect(answeredTwice('Fellow').length).toBeLessThanOrEqual(KILLS * parallel);
    const after = await balance();
    expect(before.balanceMicroUsd - after.balanceMicroUsd).toBe(ended.costMicroUsd);
    const items = await runs().items(executionId);
    expect(items.total).toBe(rows);
    expect(await faultsInBooks(server.dataDir)).toEqual([]);
  });

  it('in order goes on at the next start as well @soak', async () => {
    await files().upload('/data/input/', { 'calm.csv': table(40, 'Guest') });
    vendor.script(...Array.from({ length: 10 }, () => ({ kind: 'reply' as const })), {
      kind: 'reply',
      hold: 'before',
    });
    const script = gradingScript({ file: 'calm.csv', out: 'calm.csv', limit: 'LIMIT PARALLEL 1' });
    const { executionId } = (await runs().execute(script)).body;
    await vendor.until((log) => log.stats.held === 1);
    const stopped = server.stop();
    vendor.release();
    await stopped;
    await restart();
    expect(await runs().ended(executionId)).toMatchObject({ status: 'completed', succeeded: 40 });
    expect(answeredTwice('Guest')).toEqual([]);
  });
});
