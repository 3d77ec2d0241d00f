import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '~/core/shared/clock';
import { check } from '~/core/edge/read-request.server';
import type { Actor, UserRef } from '~/core/server/session.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { adjustSchema, grantSchema, ledgerQuerySchema, rangeQuerySchema } from './schema';
import {
  adjustBalance,
  getBalance,
  grantCredit,
  listLedger,
  readBillingConfig,
  summarizeUsage,
} from './index.server';

let services: PayingServices;
let admin: Actor;
beforeAll(async () => {
  services = await payingServices();
  ({ actor: admin } = await services.signUp({ roles: ['admin'] }));
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const grant = ({ userId }: UserRef, amountCents: number, key = `grant-to-${userId}`) =>
  grantCredit(services, admin, { key, userId, amountCents, note: 'Welcome' });

describe('credit', () => {
  it('makes its owner a paying one, who spends it', async () => {
    const { actor, token } = await services.signUp();
    await grant(actor, 1000);
    const paying = await services.sessions.find(token, 'bearer');
    expect(paying?.roles).toEqual(['paiduser']);
    const reply = await services.send(paying ?? actor, { model: 'gpt-4o' });
    expect(reply).toMatchObject({
      isFree: false,
      balanceMicroUsd: 10_000_000 - Math.round(reply.costCents * 10_000),
    });
  });

  it('moves once a key, and its key is for this amount alone', async () => {
    const actor = await services.customer();
    expect(await grant(actor, 1000)).toMatchObject({ isNew: true, balanceCents: 1000 });
    expect(await grant(actor, 1000)).toMatchObject({ isNew: false, balanceCents: 1000 });
    await expect(grant(actor, 5)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('is for accounts that exist', async () => {
    await expect(grant({ userId: 'nobody' }, 1000)).rejects.toMatchObject({ code: 'no_such_user' });
  });

  it.each([0, -5, 1.5, 1e300, Number.NaN, '5'])('is no amount of %s', (amountCents) => {
    expect(() => check(grantSchema, { userId: admin.userId, amountCents })).toThrow(/amount/i);
  });
});

it('a balance is corrected downwards at most to zero, with a reason', async () => {
  const actor = await services.customer({ cents: 500 });
  const adjust = (key: string, amountCents: number) =>
    adjustBalance(services, admin, { key, userId: actor.userId, amountCents, note: 'Mistake' });
  expect(await adjust('a', -200)).toMatchObject({ balanceCents: 300 });
  await expect(adjust('b', -400)).rejects.toMatchObject({
    kind: 'conflict',
    code: 'exceeds_available',
  });
  expect((await getBalance(services, actor)).balanceCents).toBe(300);
  expect(() => check(adjustSchema, { userId: actor.userId, amountCents: -100, note: '' })).toThrow();
});

describe('a ledger', () => {
  const page = (actor: Actor) => listLedger(services, actor, check(ledgerQuerySchema, { pageSize: '10' }));

  it('has one line for each send, with its cost and the balance after it', async () => {
    const actor = await services.customer({ cents: 500 });
    const reply = await services.send(actor);
    const { total, items } = await page(actor);
    expect(total).toBe(2); // the send, and the credit before it
    expect(items[0]).toMatchObject({
      provider: 'openai',
      model: 'gpt-4o-mini',
      inputTokens: reply.usage.inputTokens,
      outputTokens: reply.usage.outputTokens,
      costCents: reply.costCents,
      balanceAfterCents: reply.balanceCents,
      isOpen: false,
    });
  });

  it("shows one's own lines only, and sums them up", async () => {
    const [one, other] = [await services.customer(), await services.customer()];
    await services.send(one);
    expect((await page(other)).total).toBe(0);
    expect((await page(one)).total).toBe(1);
    expect(await summarizeUsage(services, one, {})).toMatchObject({ totalRequests: 1, totalCostCents: 0 });
  });

  it('is summed up over the latest 30 days unless a start is given, and over 366 at the most', async () => {
    const actor = await services.customer();
    const ofDays = (days: number) => ({ start: services.clock() - days * DAY_MS });
    await services.send(actor);
    services.pass(31 * DAY_MS);
    expect(await summarizeUsage(services, actor, {})).toMatchObject({ totalRequests: 0 });
    expect(await summarizeUsage(services, actor, ofDays(366))).toMatchObject({ totalRequests: 1 });
    await expect(summarizeUsage(services, actor, ofDays(367))).rejects.toMatchObject({
      kind: 'invalid',
      code: 'range_too_long',
    });
  });

  it('ends with the end of a day that is given without a time', async () => {
    const actor = await services.customer();
    await services.send(actor);
    const day = new Date(services.clock()).toISOString().slice(0, 10);
    const range = { start: day, end: day };
    expect(await listLedger(services, actor, check(ledgerQuerySchema, range))).toMatchObject({ total: 1 });
    const summary = await summarizeUsage(services, actor, check(rangeQuerySchema, range));
    expect(summary).toMatchObject({ totalRequests: 1 });
  });

  it.each([
    [{ start: '2026-10-02', end: '2026-10-01' }, 'End date must be on/after start date.'],
    [{ start: '2026-01-01', end: '2026-10-01' }, 'Select a range of up to 30 days.'],
    [{ start: '2026-02-01', end: '2026-02-31' }, 'end must be a date such as 2026-11-20T09:00:00Z'],
    [{ start: '2026-02-30T00:00:00Z' }, 'start must be a date such as 2026-11-20T09:00:00Z'],
  ])('has no range of %j', (range, message) => {
    expect(() => check(rangeQuerySchema, range)).toThrow(message);
    expect(() => check(ledgerQuerySchema, range)).toThrow(message);
  });

  it.each([{ pageSize: '501' }, { page: '0' }])('has no page of %j', (query) => {
    expect(() => check(ledgerQuerySchema, query)).toThrow(/page/);
  });
});

it('whoever asks is told their own limit of a request', async () => {
  const { actor } = await services.signUp();
  expect(await readBillingConfig(services, actor)).toEqual({ maxRequestCostCents: null });
  await services.preferences.change(actor.userId, { PerRequestCapCents: 25 });
  expect(await readBillingConfig(services, actor)).toEqual({ maxRequestCostCents: 25 });
});
