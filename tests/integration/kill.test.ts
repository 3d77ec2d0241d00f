import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BalanceResponse } from '../../app/features/billing/schema';
import { faultsInBooks } from '../support/server-database';
import { KILLS } from '../support/kills';
import { complete, vendorEnv } from '../support/paying-server';
import { ADMIN_ENV, apiOf, signInByApi, startServer, type TestServer } from '../support/server';
import { makeWav } from '../../packages/documents/src/test-support/make-audio';
import { startOpenAiServer } from '../vendors/openai-server';
import type { VendorServer } from '../vendors/vendor-server';
import type { Behaviour } from '../vendors/behaviour';

type Counts = Pick<VendorServer['log']['stats'], 'held' | 'answered'>;

/** Each is a moment in the life of a paid call at which the process is killed. */
const MOMENTS: {
  name: string;
  behaviour: Behaviour;
  isReached: (vendor: VendorServer, before: Counts) => Promise<void>;
}[] = [
  {
    name: 'the request is out and nothing has come back @soak',
    behaviour: { kind: 'reply', hold: 'before' },
    isReached: (vendor, before) => vendor.until((log) => log.stats.held === before.held + 1),
  },
  {
    name: 'half of the answer has come back',
    behaviour: { kind: 'reply', hold: 'middle' },
    isReached: (vendor, before) => vendor.until((log) => log.stats.held === before.held + 1),
  },
  {
    name: 'the vendor has just written the whole answer @soak',
    behaviour: { kind: 'reply' },
    isReached: (vendor, before) => vendor.until((log) => log.stats.answered === before.answered + 1),
  },
];

const START_MICRO_USD = 5_000_000;

const systemsTemporary = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-kill-'));
let vendor: VendorServer;
let server: TestServer;
let token: string;

beforeAll(async () => {
  vendor = await startOpenAiServer({ hear: () => ({ text: 'Good morning.' }) });
  server = await startServer({ env: { ...ADMIN_ENV, ...vendorEnv(vendor), TMPDIR: systemsTemporary } });
  token = await signInByApi(server.origin);
});
afterAll(async () => {
  await server.stop();
  await vendor.close();
  fs.rmSync(systemsTemporary, { recursive: true });
  expect(await faultsInBooks(server.dataDir)).toEqual([]);
});

const restart = async (): Promise<void> => {
  const env = { ...vendorEnv(vendor), TMPDIR: systemsTemporary };
  server = await startServer({ env, dataDir: server.dataDir });
};
const send = (prompt: string, key: string) => complete(server.origin, token, { prompt }, key);
const balance = async (): Promise<BalanceResponse> =>
  (await apiOf(server.origin, token)<BalanceResponse>('GET', '/api/billing/balance')).body;

/** What has been paid since the beginning, by the balance, after checking that the ledger's lines say the same. */
async function paid(): Promise<number> {
  const { balanceMicroUsd, heldMicroUsd } = await balance();
  expect(heldMicroUsd).toBe(0);
  const { body } = await apiOf(server.origin, token)<{ items: { kind: string; costCents: number }[] }>(
    'GET',
    '/api/billing/ledger?pageSize=500',
  );
  const lines = body.items.filter(({ kind }) => kind === 'usage');
  const spent = lines.reduce((sum, { costCents }) => sum + Math.round(costCents * 10_000), 0);
  expect(START_MICRO_USD - balanceMicroUsd).toBe(spent);
  return spent;
}

describe('kill -9 during a call', () => {
  // Not by `$name`, which cuts long names, @soak included.
  it.each(MOMENTS.map((moment) => [moment.name, moment] as const))(
    'loses no money when %s',
    async (_, { behaviour, isReached }) => {
      const paidBefore = await paid();
      const key = randomUUID();
      vendor.script(behaviour);
      const atVendor = { ...vendor.log.stats };
      const lost = send('In flight', key).catch(() => undefined);
      await isReached(vendor, atVendor);
      await server.kill();
      const answer = await lost;
      vendor.release();
      expect(await faultsInBooks(server.dataDir)).toEqual([]);

      await restart();
      // The same send once more: a reply that was paid comes back, one that was lost is made anew and paid once.
      const wasPaid = (await paid()) > paidBefore;
      const requests = vendor.log.stats.requests;
      const replay = await send('In flight', key);
      expect(replay.status).toBe(200);
      expect(replay.body.replayed).toBe(wasPaid);
      expect(vendor.log.stats.requests).toBe(requests + (wasPaid ? 0 : 1));
      if (answer?.status === 200) expect(wasPaid).toBe(true);
      expect(await paid()).toBeGreaterThan(paidBefore);
    },
  );

  it('keeps every reply that anybody saw, and charges it once, through crashes under load @soak', async () => {
    const seen = new Map<string, { text: string; costCents: number }>();
    for (let crash = 1; crash <= KILLS; crash += 1) {
      const keys = Array.from({ length: 40 }, () => randomUUID());
      const target = vendor.log.stats.answered + crash * 6;
      const calls = keys.map(async (key) => {
        const answer = await send(`Load ${key}`, key).catch(() => undefined);
        if (answer?.status !== 200) return;
        seen.set(key, { text: answer.body.text, costCents: answer.body.costCents });
      });
      await vendor.until((log) => log.stats.answered >= target);
      await server.kill();
      await Promise.all(calls);
      expect(await faultsInBooks(server.dataDir)).toEqual([]);
      await restart();
    }
    const requests = vendor.log.stats.requests;
    for (const [key, { text, costCents }] of seen) {
      expect((await send(`Load ${key}`, key)).body).toMatchObject({ text, costCents, replayed: true });
    }
    expect(vendor.log.stats.requests).toBe(requests);
    expect(await paid()).toBeGreaterThan(0);
  });

  it('leaves nothing of a recording that it was sending @soak', async () => {
    const { held } = vendor.log.stats;
    vendor.transcription.script({ kind: 'reply', hold: 'before' });
    const recording = Buffer.from(makeWav(20));
    const lost = fetch(`${server.origin}/api/ai/transcribe?name=memo.wav`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/octet-stream',
        'X-Idempotency-Key': randomUUID(),
      },
      body: recording,
    }).catch(() => undefined);
    await vendor.until((log) => log.stats.held === held + 1);
    const copies = () =>
      [server.dataDir, systemsTemporary].flatMap((folder) =>
        fs
          .readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => fs.statSync(path.join(folder, name)).size === recording.length),
      );
    expect(copies()).toHaveLength(1);
    await server.kill();
    await lost;
    vendor.release();
    await restart();
    expect(copies()).toEqual([]);
  });

  it('finishes and charges what is in flight when it is asked to stop', async () => {
    vendor.script({ kind: 'reply', text: 'Finished in time', hold: 'before' });
    const key = randomUUID();
    const { held } = vendor.log.stats;
    const pending = send('Stopping', key);
    await vendor.until((log) => log.stats.held === held + 1);
    const stopped = server.stop();
    await expect
      .poll(() =>
        fetch(`${server.origin}/readyz`).then(
          (answer) => answer.status,
          () => 'closed',
        ),
      )
      .not.toBe(200);
    vendor.release();
    expect((await pending).body).toMatchObject({ text: 'Finished in time' });
    await stopped;
    await restart();
    expect((await send('Stopping', key)).body).toMatchObject({ replayed: true });
    await paid();
  });

  it('ends a reply that takes longer, keeps and charges what arrived, and is gone in time @soak', async () => {
    const paidBefore = await paid();
    vendor.script({ kind: 'reply', text: 'word '.repeat(200), hold: 'middle', chunks: 4 });
    const key = randomUUID();
    const { held } = vendor.log.stats;
    const response = await fetch(`${server.origin}/api/ai/complete`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        Authorization: `Bearer ${token}`,
        'X-Idempotency-Key': key,
      },
      body: JSON.stringify({
        provider: 'openai',
        model: 'gpt-4o-mini',
        prompt: 'Long',
        maxOutputTokens: 500,
      }),
    });
    await vendor.until((log) => log.stats.held === held + 1);
    const stopping = Promise.all([response.text(), server.stop()]);
    const [events] = await stopping; // the vendor never ends it
    vendor.release();
    expect(events).toMatch(/event: done\ndata: .*"finishReason":"server_stopping"/);
    await restart();
    expect((await send('Long', key)).status).toBe(200);
    expect((await send('Long', key)).body).toMatchObject({ finishReason: 'server_stopping', replayed: true });
    expect(await paid()).toBeGreaterThan(paidBefore);
  }, 120_000);

  it('adds all prompts of an import that is under way when it is asked to stop @soak', async () => {
    const api = apiOf(server.origin, await signInByApi(server.origin));
    const prompts = Array.from({ length: 3_000 }, (_, index) => ({
      title: String(index),
      content: 'Teach. '.repeat(200),
    }));
    const file = { name: 'a.json', text: JSON.stringify(prompts) };
    const imported = api('POST', '/api/savedprompts/import', file);
    const mine = () => api<{ total: number }>('GET', '/api/savedprompts/my-prompts');
    await expect.poll(async () => (await mine()).body.total).toBeGreaterThan(0);
    await server.stop();
    expect((await imported).body).toMatchObject({ imported: 3_000 });
    await restart();
  });

  it('refuses to serve a folder that another server is using', async () => {
    await expect(startServer({ env: vendorEnv(vendor), dataDir: server.dataDir })).rejects.toThrow(
      /Another Promptwell is using/,
    );
  });

  it('names the setting when it can’t listen where it should @soak', async () => {
    await expect(startServer({ env: { HOST: '192.0.2.1' } })).rejects.toThrow(
      '192.0.2.1 is no address of this machine. Set HOST to 127.0.0.1,',
    );
  });
});
