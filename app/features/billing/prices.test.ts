import { afterEach, beforeEach, expect, it } from 'vitest';
import { check } from '~/core/edge/read-request.server';
import { readRule, storedRule } from '~/features/ledger/index.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import { listPrices, upsertPrice, upsertPriceSchema } from './index.server';

let services: TestServices;
beforeEach(() => {
  services = testServices();
});
afterEach(() => services.close());

const PRICE = { provider: 'OpenAI', model: 'gpt-4o', inputPricePer1K: 0.0025, outputPricePer1K: '0.01' };

it.each([
  ['negative', { ...PRICE, inputPricePer1K: -1 }],
  ['infinite', { ...PRICE, inputPricePer1K: 'Infinity' }],
  ['finer than nine decimals', { ...PRICE, inputPricePer1K: 0.00000000015 }],
  ['missing', { ...PRICE, inputPricePer1K: undefined }],
  ['in another currency', { ...PRICE, currency: 'EUR' }],
])('a price that is %s is refused', (_name, price) => {
  expect(() => check(upsertPriceSchema, price)).toThrow(/price/i);
});

it('a price is set anew or changed, exactly, and written down', async () => {
  const { actor } = await services.signUp({ roles: ['admin'] });
  const set = (changes: object) =>
    upsertPrice(services, actor, check(upsertPriceSchema, { ...PRICE, ...changes }));
  await set({});
  await set({ inputPricePer1K: 0.000001 });
  expect(await listPrices(services, { activeOnly: true })).toMatchObject([
    { provider: 'openai', model: 'gpt-4o', inputPricePer1K: '0.000001', outputPricePer1K: '0.01' },
  ]);
  await set({ isActive: false });
  expect(await listPrices(services, { activeOnly: true })).toEqual([]);
  expect(await listPrices(services, { activeOnly: false })).toHaveLength(1);
  const events = await services.prisma.auditEvent.findMany();
  expect(events.map(({ action, subject }) => [action, subject])).toEqual(
    Array.from({ length: 3 }, () => ['price.upsert', 'openai/gpt-4o']),
  );
});

it('a change is a new row, and what it does not say stays: steps, fees, and rates of cached tokens', async () => {
  const { actor } = await services.signUp({ roles: ['admin'] });
  const rates = { input: 1_250_000n, output: 10_000_000n, cacheRead: 125_000n, cacheWrite: 1_250_000n };
  const step = { input: 2_500_000n, output: 15_000_000n, cacheRead: 250_000n, cacheWrite: 2_500_000n };
  const rule = {
    rates,
    steps: [{ aboveInputTokens: 200_000, rates: step }],
    requestFee: 3n,
    searchFee: 2_500n,
  };
  const first = { provider: 'openai', model: 'gpt-4o', version: 1, rule: storedRule(rule) };
  await services.prisma.aiPrice.create({ data: { ...first, validFrom: new Date(0) } });
  await upsertPrice(services, actor, check(upsertPriceSchema, PRICE));

  const rows = await services.prisma.aiPrice.findMany({ orderBy: { version: 'asc' } });
  expect(rows).toMatchObject([
    { ...first, validFrom: new Date(0) },
    { version: 2, validFrom: new Date(services.clock()) },
  ]);
  expect(readRule(rows[1]?.rule ?? '')).toEqual({
    ...rule,
    rates: { input: 2_500_000n, output: 10_000_000n, cacheRead: 125_000n, cacheWrite: 2_500_000n },
  });
});
