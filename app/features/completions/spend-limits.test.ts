import { afterAll, beforeAll, expect, it } from 'vitest';
import { upsertPrice } from '~/features/billing/index.server';
import { syncTeam } from '~/features/teams/index.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { readSpendCaps } from './completion-limits.server';

// Spend caps per completion that a user or an administrator has set.

let services: PayingServices;
beforeAll(async () => {
  services = await payingServices();
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

/** At most 26.2 cents. */
const large = { model: 'gpt-4.1', maxOutputTokens: 32_768 };
/** As an administrator sets it, in micro-dollars. */
async function setPrice(changes: {
  inputPricePer1K?: bigint;
  outputPricePer1K?: bigint;
  isActive?: boolean;
}) {
  const { actor } = await services.signUp({ roles: ['admin'] });
  const price = {
    provider: 'OpenAI',
    model: 'gpt-4o',
    inputPricePer1K: 2_500_000n,
    outputPricePer1K: 10_000_000n,
  };
  await upsertPrice(services, actor, { ...price, currency: 'USD', isActive: true, ...changes });
}
const team = () => services.customer({ cents: 500, roles: ['teamuser'] });

it('the caps that a user chose are given in micro-dollars', async () => {
  const { userId: payer } = (await services.signUp()).actor;
  expect(await readSpendCaps(services, payer)).toEqual({
    perRequestCapMicroUsd: undefined,
    dailyCapMicroUsd: undefined,
  });
  await services.preferences.change(payer, { PerRequestCapCents: 25, DailySpendCapCents: 200 });
  expect(await readSpendCaps(services, payer)).toEqual({
    perRequestCapMicroUsd: 250_000n,
    dailyCapMicroUsd: 2_000_000n,
  });
});

it('the cap of a single send holds, and the refusal says what it would have cost', async () => {
  const actor = await team();
  await services.preferences.change(actor.userId, { PerRequestCapCents: 25 });
  await expect(services.send(actor, large)).rejects.toMatchObject({
    code: 'insufficient_funds',
    data: { maxRequestCostCents: 25, estCostCents: expect.closeTo(26.2, 0) as number, balanceCents: 500 },
  });
  await services.preferences.change(actor.userId, { PerRequestCapCents: null });
  expect((await services.send(actor, large)).isFree).toBe(false);
});

it("the day's cap holds, calls under way included", async () => {
  const actor = await team();
  await setPrice({ outputPricePer1K: 80_000_000n }); // 16,384 tokens: $1.31
  await services.preferences.change(actor.userId, { DailySpendCapCents: 200 });
  services.vendor.script({ kind: 'reply', hold: 'before' });
  const dear = { model: 'gpt-4o', maxOutputTokens: 16_384 };
  const first = services.send(actor, dear);
  await services.vendor.until(({ stats }) => stats.held === 1);
  await expect(services.send(actor, dear)).rejects.toMatchObject({ code: 'insufficient_funds' });
  services.vendor.release();
  await first;
  // The first one has cost a little only, so there is room again.
  await services.send(actor, dear);
});

it('the floor under a chat holds', async () => {
  const actor = await team();
  const chat = { ...large, chatMode: true };
  await expect(services.send(actor, { ...chat, chatCcoCents: 500 })).rejects.toMatchObject({
    code: 'exceeds_cco',
    message: 'Chat budget floor (CCO) would be breached',
    data: { chatCcoCents: 500, balanceCents: 500, estCostCents: expect.any(Number) as number },
  });
  // The margin of 2 percent applies here too, whatever the page allowed.
  await expect(services.send(actor, { ...chat, chatCcoCents: 468 })).rejects.toMatchObject({
    code: 'exceeds_cco',
    data: { chatCcoCents: 468 },
  });
  expect((await services.send(actor, { ...chat, chatCcoCents: 1 })).isFree).toBe(false);
  // A caller that names no cut-off has the least floor of all.
  const poor = await services.customer({ cents: 55 });
  await expect(services.send(poor, chat)).rejects.toMatchObject({ code: 'exceeds_cco' });
  expect((await services.send(poor, large)).isFree).toBe(false);
});

it('a changed price holds for the next call, and a model without one is refused', async () => {
  const actor = await services.customer({ cents: 500 });
  await setPrice({ inputPricePer1K: 5_000_000n });
  services.vendor.script({ kind: 'reply', text: 'x', usage: { inputTokens: 100, outputTokens: 1 } });
  const reply = await services.send(actor, { model: 'gpt-4o', prompt: 'x '.repeat(200) });
  expect(reply.costCents).toBe(0.051);

  await setPrice({ isActive: false });
  await expect(services.send(actor, { model: 'gpt-4o' })).rejects.toMatchObject({ code: 'price_missing' });
});

it('a team’s budget holds while its plan is on, and waits while it is off: then the balance is the member’s own', async () => {
  const { actor: owner } = await services.signUp();
  const member = await services.customer({ cents: 500 });
  const plan = (isOn: boolean) =>
    services.prisma.$transaction((transaction) =>
      syncTeam(transaction, { userId: owner.userId, plan: 'team', seats: 5, isOn }, services.clock()),
    );
  await plan(true);
  const { id: teamId } = await services.prisma.team.findUniqueOrThrow({ where: { userId: owner.userId } });
  const joinedAt = BigInt(services.clock());
  await services.prisma.teamMember.create({
    data: { userId: member.userId, teamId, rank: 'member', joinedAt, hasSeat: true },
  });
  await services.ledger.setMonthlyCap(member.userId, 10_000n); // one cent, and a send may cost six
  const overBudget = { code: 'insufficient_funds', data: { monthlyCapCents: 1 } };
  await expect(services.send(member, large)).rejects.toMatchObject(overBudget);
  await plan(false);
  expect((await services.send(member, large)).isFree).toBe(false);
  await plan(true);
  await expect(services.send(member, large)).rejects.toMatchObject(overBudget);
});
