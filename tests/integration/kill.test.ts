import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkBooks, complete, vendorEnv } from '../support/paying-server';
import { ADMIN_ENV, apiOf, signInByApi, startServer } from '../support/server';
import { startOpenAiServer } from '../vendors/openai-server';
import type { VendorServer } from '../vendors/vendor-server';
import type { Behaviour } from '../vendors/behaviour';

/** Each is a moment in the life of a paid call at which the process is killed. */
const MOMENTS: { name: string; behaviour: Behaviour; isReached: (vendor: VendorServer) => Promise<void> }[] =
  [
    {
      name: 'the request is out and nothing has come back',
      behaviour: { kind: 'reply', hold: 'before' },
      isReached: (vendor) => vendor.until((log) => log.stats.held === 1),
    },
    {
      name: 'half of the answer has come back',
      behaviour: { kind: 'reply', hold: 'middle' },
      isReached: (vendor) => vendor.until((log) => log.stats.held === 1),
    },
    {
      name: 'the vendor has just written the whole answer',
      behaviour: { kind: 'reply' },
      isReached: (vendor) => vendor.until((log) => log.stats.answered === 1),
    },
  ];

async function startFresh() {
  const vendor = await startOpenAiServer();
  const env = { ...ADMIN_ENV, ...vendorEnv(vendor) };
  const server = await startServer({ env });
  const token = await signInByApi(server.origin);
  return { vendor, env, server, token };
}

const START_MICRO_USD = 5_000_000;

async function spentByLedger(origin: string, token: string): Promise<number> {
  const { body } = await apiOf(origin, token)<{ items: { kind: string; costCents: number }[] }>(
    'GET',
    '/api/billing/ledger?pageSize=500',
  );
  return body.items
    .filter((line) => line.kind === 'usage')
    .reduce((sum, line) => sum + Math.round(line.costCents * 10_000), 0);
}

describe('kill -9 during a call', () => {
  it.each(MOMENTS)('loses no money when $name', async ({ behaviour, isReached }) => {
    const { vendor, env, server, token } = await startFresh();
    const key = randomUUID();
    vendor.script(behaviour);
    const lost = complete(server.origin, token, { prompt: 'In flight' }, key).catch(() => undefined);
    await isReached(vendor);
    await server.kill();
    const answer = await lost;
    vendor.release();
    expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 });

    const again = await startServer({ env, dataDir: server.dataDir });
    const api = apiOf(again.origin, token);
    const { body: balance } = await api<{ balanceMicroUsd: number; heldMicroUsd: number }>(
      'GET',
      '/api/billing/balance',
    );
    expect(balance.heldMicroUsd).toBe(0);
    expect(START_MICRO_USD - balance.balanceMicroUsd).toBe(await spentByLedger(again.origin, token));

    // The same send once more: a reply that was paid comes back, one that was lost is made anew and paid once.
    const requests = vendor.log.stats.requests;
    const replay = await complete(again.origin, token, { prompt: 'In flight' }, key);
    expect(replay.status).toBe(200);
    const wasPaid = balance.balanceMicroUsd < START_MICRO_USD;
    expect(replay.body.replayed).toBe(wasPaid);
    expect(vendor.log.stats.requests).toBe(requests + (wasPaid ? 0 : 1));
    if (answer?.status === 200) expect(wasPaid).toBe(true);

    await again.stop();
    await vendor.close();
    expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 });
  });

  it('keeps every reply that anybody saw, and charges it once, through five crashes under load', async () => {
    const { vendor, env, server: first, token } = await startFresh();
    let server = first;
    const seen = new Map<string, { text: string; costCents: number }>();
    for (let crash = 1; crash <= 5; crash += 1) {
      const keys = Array.from({ length: 40 }, () => randomUUID());
      const target = vendor.log.stats.answered + crash * 6;
      const calls = keys.map(async (key) => {
        const answer = await complete(server.origin, token, { prompt: `Load ${key}` }, key).catch(
          () => undefined,
        );
        if (answer?.status === 200)
          seen.set(key, { text: answer.body.text, costCents: answer.body.costCents });
      });
      await vendor.until((log) => log.stats.answered >= target);
      await server.kill();
      await Promise.all(calls);
      expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 });
      server = await startServer({ env, dataDir: server.dataDir });
    }
    const requests = vendor.log.stats.requests;
    for (const [key, { text, costCents }] of seen) {
      const replay = await complete(server.origin, token, { prompt: `Load ${key}` }, key);
      expect(replay.body).toMatchObject({ text, costCents, replayed: true });
    }
    expect(vendor.log.stats.requests).toBe(requests);
    const { body: balance } = await apiOf(server.origin, token)<{
      balanceMicroUsd: number;
      heldMicroUsd: number;
    }>('GET', '/api/billing/balance');
    expect(balance.heldMicroUsd).toBe(0);
    expect(START_MICRO_USD - balance.balanceMicroUsd).toBe(await spentByLedger(server.origin, token));
    await server.stop();
    await vendor.close();
    expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 });
  });

  it('finishes and charges what is in flight when it is asked to stop', async () => {
    const { vendor, env, server, token } = await startFresh();
    vendor.script({ kind: 'reply', text: 'Finished in time', hold: 'before' });
    const key = randomUUID();
    const pending = complete(server.origin, token, { prompt: 'Stopping' }, key);
    await vendor.until((log) => log.stats.held === 1);
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
    const again = await startServer({ env, dataDir: server.dataDir });
    expect((await complete(again.origin, token, { prompt: 'Stopping' }, key)).body).toMatchObject({
      replayed: true,
    });
    await again.stop();
    await vendor.close();
    expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 });
  });

  it('refuses to serve a folder that another server is using', async () => {
    const { vendor, env, server } = await startFresh();
    await expect(startServer({ env, dataDir: server.dataDir })).rejects.toThrow(
      /Another Promptwell is using/,
    );
    await server.stop();
    await vendor.close();
  });
});
