import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import { addUsage } from '../../../tests/support/many-entries';
import { readUsage, usagePageQuerySchema } from './index.server';

/** When the clock of the tests begins: November 20, 2026, 9:00 UTC. */
const NOW_MS = Date.UTC(2026, 10, 20, 9);

let services: TestServices;
let ada: Actor;
beforeEach(async () => {
  services = testServices();
  ({ actor: ada } = await services.signUp());
  const { userId } = ada;
  await services.ledger.credit({ userId, amountMicroUsd: 5_000_000n, source: 'grant', key: 'one' });
});
afterEach(() => services.close());

const read = (address: Record<string, string> = {}) =>
  readUsage(services, ada, usagePageQuerySchema.parse(address));
const use = (count: number, firstAtMs: number) =>
  addUsage(services.connection, { userId: ada.userId, count, firstAtMs, everyMs: 1 });

it('adds up whole days of the person’s own calendar, as many as they usually want', async () => {
  await services.preferences.change(ada.userId, {
    DefaultDateRange: '1d',
    PreferredTimezone: 'America/New_York',
  });
  // In New York it is 4:00 in the morning, and midnight was at 5:00 UTC.
  services.pass(2 * DAY_MS);
  use(3, NOW_MS + 2 * DAY_MS - 4 * HOUR_MS - 2);
  expect(await read()).toMatchObject({
    range: '1d',
    timeZone: 'America/New_York',
    startsAt: '2026-11-22T05:00:00.000Z',
    totals: { totalRequests: 1, totalInputTokens: 100, totalOutputTokens: 20, totalCostCents: 0.014 },
    ledger: { total: 1 },
  });
  expect(await read({ range: '7d' })).toMatchObject({ totals: { totalRequests: 3 }, ledger: { total: 4 } });
});

it('knows days of 23 and 25 hours', async () => {
  await services.preferences.change(ada.userId, { PreferredTimezone: 'America/New_York' });
  expect(await read({ range: '30d' })).toMatchObject({ startsAt: '2026-10-22T04:00:00.000Z' });
});

it('adds up line by line, with models by their names, 25 a page', async () => {
  use(30, NOW_MS + MINUTE_MS);
  const model = { modelName: 'demo-1', displayName: 'Demo One', maxOutputTokens: 100 };
  await services.prisma.aiProvider.create({
    data: { key: 'demo', name: 'Demo', protocol: 'demo', models: { create: model } },
  });
  const [first, second] = [await read(), await read({ page: '2' })];
  expect([first.ledger.items.length, second.ledger.items.length, first.ledger.total]).toEqual([25, 6, 31]);
  const lines = [...first.ledger.items, ...second.ledger.items];
  for (const [index, line] of lines.slice(0, -1).entries()) {
    expect(line.balanceAfterMicroUsd - line.amountMicroUsd).toBe(lines[index + 1]?.balanceAfterMicroUsd);
  }
  expect(lines[0]).toMatchObject({ model: 'demo-1', modelName: 'Demo One' });
  expect(lines.at(-1)).toMatchObject({ modelName: null, amountMicroUsd: 5_000_000 });
});

it('reads a page’s address leniently', () => {
  const nothing = { range: undefined, page: 1 };
  expect(usagePageQuerySchema.parse({})).toEqual(nothing);
  expect(usagePageQuerySchema.parse({ range: '90d', page: '-1' })).toEqual(nothing);
  expect(usagePageQuerySchema.parse({ range: '30d', page: '3' })).toEqual({ range: '30d', page: 3 });
});
