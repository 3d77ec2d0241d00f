import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BalanceResponse } from '../../../app/features/billing/schema';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table } from '../../support/baiql-runs';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';
import { grant, makeUserWithRole } from '../../support/users-with-roles';
import { apiOf } from '../../support/server';

const ROWS = 40;
/** At most 4,096 tokens of a reply at $0.0006 a thousand are set aside for each call: four of them fit into one cent. */
const ONE_CENT = 1;
const SCRIPT = gradingScript({ limit: 'LIMIT PARALLEL 16 COST 5' });

let paying: PayingServer;
beforeAll(async () => {
  paying = await sharePayingServer();
});
afterAll(() => paying.close());

/** A paying person with so many cents, and a table. */
async function personWith(cents: number, who: string) {
  const { token, userId } = await makeUserWithRole(paying.server, 'paiduser');
  if (cents > 0) await grant(paying.server.origin, paying.token, userId, cents);
  await fileApi(paying.server.origin, token).upload('/data/input/', { 'roster.csv': table(ROWS, who) });
  const api = apiOf(paying.server.origin, token);
  return {
    userId,
    runs: runApi(paying.server.origin, token),
    balance: async () => (await api<BalanceResponse>('GET', '/api/billing/balance')).body,
  };
}

const sentFor = (who: string): number =>
  paying.vendor.log.requests.filter(({ prompt }) => prompt.includes(who)).length;

describe('a run with LIMIT COST above a small balance', () => {
  it('waits for what its own calls have set aside, and ends with every row', async () => {
    const { runs, balance } = await personWith(ONE_CENT, 'Frugal');
    const run = await runs.run(SCRIPT);
    expect(run).toMatchObject({ status: 'completed', succeeded: ROWS, failed: 0 });
    expect(sentFor('Frugal')).toBe(ROWS);
    expect(await balance()).toMatchObject({
      balanceMicroUsd: 10_000 - (run.costMicroUsd ?? 0),
      heldMicroUsd: 0,
    });
  });

  it('lets two runs of one person share it @soak', async () => {
    const { runs, balance } = await personWith(ONE_CENT, 'Twin');
    const [first, second] = await Promise.all([
      runs.run(SCRIPT),
      runs.run(SCRIPT.replace('one thing', 'two things')),
    ]);
    expect([first.succeeded, second.succeeded]).toEqual([ROWS, ROWS]);
    expect(await balance()).toMatchObject({ heldMicroUsd: 0 });
  });

  it('stops when the money is truly not there, keeps what is done, and goes on after a top-up', async () => {
    const { userId, runs, balance } = await personWith(ONE_CENT, 'Spender');
    paying.vendor.script(
      ...Array.from({ length: ROWS }, () => ({
        kind: 'reply' as const,
        usage: { inputTokens: 20, outputTokens: 2_000 },
      })),
    );
    const stopped = await runs.run(SCRIPT);
    // Each costs 1,203 micro-dollars and needs 2,461 to be set aside: seven fit.
    expect(stopped).toMatchObject({ status: 'failed', reason: 'funds', succeeded: 7, canResume: true });
    expect(sentFor('Spender')).toBe(7);
    expect(await balance()).toMatchObject({ balanceMicroUsd: 10_000 - 7 * 1_203, heldMicroUsd: 0 });

    await grant(paying.server.origin, paying.token, userId, 100);
    expect((await runs.post(stopped.executionId, 'resume')).status).toBe(202);
    expect(await runs.ended(stopped.executionId)).toMatchObject({ status: 'completed', succeeded: ROWS });
    expect(sentFor('Spender')).toBe(ROWS);
  });

  it('can be cancelled while it waits', async () => {
    const { runs, balance } = await personWith(ONE_CENT, 'Patient');
    paying.vendor.script(
      ...Array.from({ length: 4 }, () => ({ kind: 'reply' as const, hold: 'before' as const })),
    );
    const { body } = await runs.execute(SCRIPT);
    await paying.vendor.until(({ stats }) => stats.held === 4);
    await runs.post(body.executionId, 'cancel');
    paying.vendor.release();
    expect(await runs.ended(body.executionId)).toMatchObject({ status: 'failed', reason: 'cancelled' });
    expect(sentFor('Patient')).toBe(4);
    expect(await balance()).toMatchObject({ heldMicroUsd: 0 });
  });
});
