import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { preflightCost, preflightRequestSchema } from './index.server';

let services: PayingServices;
beforeAll(async () => {
  services = await payingServices();
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

/** A user on the Pro plan with this balance in micro-dollars. */
async function withLeft(
  microUsd: bigint,
  roles: readonly ['paiduser' | 'teamuser'] = ['paiduser'],
): Promise<Actor> {
  const { actor } = await services.signUp({ roles });
  await services.ledger.credit({
    userId: actor.userId,
    amountMicroUsd: microUsd,
    source: 'grant',
    key: randomUUID(),
    note: 'For a test',
    actorId: actor.userId,
  });
  return actor;
}
const left = async ({ userId }: Actor) => (await services.ledger.balance(userId)).postedMicroUsd;
const sentLast = () => services.vendor.log.requests.at(-1)?.body;

it('micro-dollars that cover no request lock nobody out: it goes through the free allowance, with its reply', async () => {
  for (const roles of [['paiduser'], ['teamuser']] as const) {
    const actor = await withLeft(86n, roles);
    const reply = await services.send(actor, { maxOutputTokens: 8000 });
    expect(reply).toMatchObject({ isFree: true, costCents: 0, freeSendsToday: 1, balanceMicroUsd: 86 });
    expect(JSON.stringify(sentLast())).toContain('1024');
    expect(await left(actor)).toBe(86n);
  }
});

it('the day’s free requests are as many as on the free plan', async () => {
  const actor = await withLeft(86n);
  for (let sent = 0; sent < 15; sent += 1) await services.send(actor);
  await expect(services.send(actor)).rejects.toMatchObject({ code: 'free_daily_limit' });
});

it('what covers a reply of the free plan is spent, and what does not cover a longer one is said', async () => {
  const actor = await withLeft(2000n);
  expect((await services.send(actor, { maxOutputTokens: 1024 })).isFree).toBe(false);
  await expect(services.send(actor, { maxOutputTokens: 8000 })).rejects.toMatchObject({
    code: 'insufficient_funds',
  });
});

it('money that is on hold for other requests is not left over', async () => {
  const actor = await withLeft(2000n);
  services.vendor.script({ kind: 'reply', hold: 'before' });
  const first = services.send(actor, { maxOutputTokens: 2500 });
  await services.vendor.until((log) => log.stats.held === 1);
  await expect(services.send(actor, { maxOutputTokens: 1024 })).rejects.toMatchObject({
    code: 'insufficient_funds',
  });
  services.vendor.release();
  expect((await first).isFree).toBe(false);
});

it('a model that is not free, a chat and a debt are as before', async () => {
  const actor = await withLeft(86n);
  await expect(services.send(actor, { model: 'gpt-4o' })).rejects.toMatchObject({
    code: 'insufficient_funds',
  });
  await expect(services.send(actor, { chatMode: true })).rejects.toMatchObject({ code: 'exceeds_cco' });
  await services.ledger.clawBack({
    userId: actor.userId,
    amountMicroUsd: 1000n,
    key: randomUUID(),
    note: 'Refunded payment',
  });
  await expect(services.send(actor)).rejects.toMatchObject({ code: 'in_debt' });
});

it('it is said before the send to cost nothing', async () => {
  const actor = await withLeft(86n);
  const request = preflightRequestSchema.parse({
    provider: 'openai',
    model: 'gpt-4o-mini',
    prompt: 'Why?',
    history: [],
  });
  expect(await preflightCost(services, actor, request)).toEqual({ estCostCents: 0 });
});
