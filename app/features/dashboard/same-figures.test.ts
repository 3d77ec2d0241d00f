import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { payingServices } from '../../../tests/support/paying-services';
import { DAY_MS } from '~/core/shared/clock';
import { exportHistory, exportHistorySchema, getBalance, readUsage } from '~/features/billing/index.server';
import type { LedgerLine } from '~/features/ledger/index.server';
import { readAnalytics } from './read-analytics.server';
import { readOverview } from './read-overview.server';

const amount = fc.integer({ min: 1, max: 5_000 });
const action = fc.record({
  do: fc.constantFrom('send', 'send', 'fail', 'grant', 'clawBack', 'budget', 'wait'),
  amount,
});

const sumOf = (amounts: Iterable<number>): number => [...amounts].reduce((sum, each) => sum + each, 0);
const costOf = (lines: readonly LedgerLine[]): number =>
  sumOf(lines.filter(({ kind }) => kind === 'usage').map((line) => -Number(line.amountMicroUsd))) + 0;

it('all places that show what was spent agree, whatever happened in the weeks before', async () => {
  const services = await payingServices();
  const { ledger, vendor } = services;
  const actor = await services.customer({ cents: 200 });
  const { userId } = actor;
  await services.preferences.change(userId, { PreferredTimezone: 'Asia/Kathmandu' });
  const send = (maxOutputTokens: number) =>
    services
      .send(actor, { prompt: `Why ${randomUUID()}?`, maxOutputTokens })
      .catch((error: unknown) => error);
  const actions = {
    send,
    fail: (tokens: number) => {
      vendor.script({ kind: 'status', status: 400 });
      return send(tokens);
    },
    grant: (micros: number) =>
      ledger.credit({ userId, amountMicroUsd: BigInt(micros), source: 'grant', key: randomUUID() }),
    clawBack: (micros: number) =>
      ledger.clawBack({ userId, amountMicroUsd: BigInt(micros), key: randomUUID(), note: 'Refunded' }),
    budget: (micros: number) => ledger.setMonthlyCap(userId, micros % 3 === 0 ? BigInt(micros) : null),
    wait: (minutes: number) => services.pass((minutes * DAY_MS) / 1_440),
  };
  for (const each of fc.sample(action, 40)) await actions[each.do](each.amount);
  await send(500);

  const lines: LedgerLine[] = [];
  for await (const line of ledger.streamEntries(userId)) lines.push(line);
  const { balanceMicroUsd, heldMicroUsd } = await getBalance(services, actor);
  expect(heldMicroUsd).toBe(0);
  expect(sumOf(lines.map(({ amountMicroUsd }) => Number(amountMicroUsd)))).toBe(balanceMicroUsd);
  for (const range of ['1d', '7d', '30d'] as const) {
    const usage = await readUsage(services, actor, { range, page: 1 });
    const inRange = lines.filter(({ occurredAtMs }) => occurredAtMs >= Date.parse(usage.startsAt));
    const cost = costOf(inRange);
    expect(usage.ledger.total).toBe(inRange.length);
    expect(usage.totals.totalCostCents).toBe(cost / 10_000);
    const { sums, spend } = await readOverview(services, actor, { range });
    expect([sums.costMicroUsd, sumOf(spend.values)]).toEqual([cost, cost]);
    const { models, kinds } = await readAnalytics(services, actor, { range });
    for (const parts of [models, kinds]) expect(sumOf(parts.map((part) => part.costMicroUsd))).toBe(cost);
  }
  const file = await exportHistory(services, actor, {
    filters: exportHistorySchema.parse({ format: 'csv' }),
    signal: new AbortController().signal,
  });
  const costs = (await file.text())
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => Number(row.split(',')[5]));
  expect(Math.round(sumOf(costs) * 1e6)).toBe(-balanceMicroUsd);
  expect(costOf(lines)).toBeGreaterThan(0);
  expect((await ledger.reconcile()).faults).toEqual([]);
  await services.close();
});
