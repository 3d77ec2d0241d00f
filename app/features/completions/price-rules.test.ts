import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  getBalance,
  historyQuerySchema,
  listHistory,
  listPrices,
  upsertPrice,
} from '~/features/billing/index.server';
import { readRule, storedRule, type PriceRule } from '~/features/ledger/index.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { startResponsesServer } from '../../../tests/vendors/responses-server';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import { currentPrices } from './index.server';

// Prices that are more than two numbers, from the list of prices to the books.

let perplexity: VendorServer;
let services: PayingServices;
beforeEach(async () => {
  perplexity = await startResponsesServer();
  const PERPLEXITY_BASE_URL = perplexity.baseUrl;
  services = await payingServices({ PERPLEXITY_API_KEY: 'pplx-test-not-a-key', PERPLEXITY_BASE_URL });
});
afterEach(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
  await perplexity.close();
});

/** Spent from $5.00, in micro-dollars. */
const spentBy = async (actor: { userId: string }): Promise<number> =>
  5_000_000 - (await getBalance(services, actor)).balanceMicroUsd;

const sonar = { provider: 'perplexity', model: 'sonar', maxOutputTokens: 1_000 };

it('cached tokens cost what the rule says of them', async () => {
  const actor = await services.customer({ cents: 500 });
  const usage = { inputTokens: 1_000, cacheReadTokens: 800, outputTokens: 100 };
  services.vendor.script({ kind: 'reply', text: 'Green.', usage });
  // gpt-4o: $2.50, cached $1.25, out $10 a million: 500 + 1,000 + 1,000 µ$.
  const reply = await services.send(actor, { model: 'gpt-4o', prompt: 'word '.repeat(1_200) });
  expect(reply.usage.costUsd).toBe(0.0025);
  expect(await spentBy(actor)).toBe(2_500);
});

it('more cached tokens than there are cost what the history says of them', async () => {
  const actor = await services.customer({ cents: 500 });
  const usage = { inputTokens: 100, cacheReadTokens: 5_000, outputTokens: 100 };
  services.vendor.script({ kind: 'reply', text: 'Green.', usage });
  await services.send(actor, { model: 'gpt-4o', prompt: 'word '.repeat(1_200) });
  expect(await spentBy(actor)).toBe(1_125);
  const [line] = (await listHistory(services, actor, historyQuerySchema.parse({}))).items;
  expect(line?.story?.lines.map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
    'Input: 0 tokens at $2.50 per million',
    'Cache reads: 100 tokens at $1.25 per million',
    'Output: 100 tokens at $10.00 per million',
  ]);
  expect(line?.story?.totals).toEqual([{ label: 'Price', amount: '$0.001125' }]);
});

it('a step counts for the whole call', async () => {
  const [row] = (await currentPrices(services.prisma, services.clock())).filter(
    ({ model }) => model === 'gpt-4o',
  );
  const rule: PriceRule = readRule(row?.rule ?? '');
  const dearer = { input: 5_000_000n, output: 20_000_000n, cacheRead: 2_500_000n, cacheWrite: 5_000_000n };
  const stepped = storedRule({ ...rule, steps: [{ aboveInputTokens: 500, rates: dearer }] });
  const { provider, model } = { provider: 'openai', model: 'gpt-4o' };
  await services.prisma.aiPrice.create({
    data: { provider, model, version: 2, rule: stepped, validFrom: new Date(services.clock()) },
  });
  services.catalogue.invalidate();
  const actor = await services.customer({ cents: 500 });
  const send = async (inputTokens: number) => {
    services.vendor.script({ kind: 'reply', text: 'Green.', usage: { inputTokens, outputTokens: 100 } });
    return (await services.send(actor, { model, prompt: 'word '.repeat(600) })).usage.costUsd;
  };
  expect(await send(500)).toBe(0.00225);
  expect(await send(501)).toBe(0.004505);
});

it('searches are held, and charged by the piece', async () => {
  const actor = await services.customer({ cents: 500 });
  let estCostCents = 0;
  const usage = { inputTokens: 4_718, outputTokens: 450, searches: 1, costUsd: 0.004805 };
  perplexity.script({ kind: 'reply', text: 'Green.', usage });
  const reply = await services.send(actor, sonar, {
    onStarted: (started) => (estCostCents = started.estCostCents),
  });
  // As the Agent API itself says: 1,179.5 + 1,125 + 2,500 µ$.
  expect(reply.usage.costUsd).toBe(0.004805);
  expect(await spentBy(actor)).toBe(4_805);
  expect(estCostCents).toBeGreaterThan(1);
});

it('a vendor that says that a call cost something else is written down with both', async () => {
  const warn = vi.spyOn(services.log, 'warn');
  const actor = await services.customer({ cents: 500 });
  const usage = { inputTokens: 4_718, outputTokens: 450, searches: 1 };
  for (const costUsd of [0.00477, 0.0047]) {
    perplexity.script({ kind: 'reply', text: 'Green.', usage: { ...usage, costUsd } });
    await services.send(actor, sonar);
  }
  const told = warn.mock.calls.filter(([, message]) => message?.includes('another price than ours'));
  expect(told.map(([facts]) => facts)).toMatchObject([
    { model: 'sonar', oursMicroUsd: 4_805, vendorsMicroUsd: 4_700 },
  ]);
});

it('who has less than the searches may cost is told so before anything is sent', async () => {
  const actor = await services.customer({ cents: 1 });
  await expect(services.send(actor, sonar)).rejects.toMatchObject({ code: 'insufficient_funds' });
  expect(perplexity.log.stats.requests).toBe(0);
});

it('a call in flight keeps its price while the price changes; the next one has the new', async () => {
  const actor = await services.customer({ cents: 500 });
  const { actor: admin } = await services.signUp({ roles: ['admin'] });
  const body = { model: 'gpt-4o', prompt: 'word '.repeat(1_200) };
  const usage = { inputTokens: 1_000, outputTokens: 100 };
  services.vendor.script({ kind: 'reply', text: 'Green.', usage, hold: 'before' });
  const first = services.send(actor, body, { key: randomUUID() });
  await services.vendor.until(({ stats }) => stats.held === 1);
  await upsertPrice(services, admin, {
    provider: 'openai',
    model: 'gpt-4o',
    inputPricePer1K: 5_000_000n,
    outputPricePer1K: 20_000_000n,
    currency: 'USD',
    isActive: true,
  });
  services.vendor.release();
  expect(await first).toMatchObject({ usage: { costUsd: 0.0035 }, price: { inputPricePer1K: '0.0025' } });

  services.vendor.script({ kind: 'reply', text: 'Green.', usage });
  expect(await services.send(actor, body)).toMatchObject({
    usage: { costUsd: 0.007 },
    price: { inputPricePer1K: '0.005' },
  });
  const prices = await listPrices(services, { activeOnly: true });
  expect(prices.filter(({ model }) => model === 'gpt-4o')).toHaveLength(1);
});

it('the list that an installation begins with has rates for cached tokens, steps and fees', async () => {
  const rules = new Map(
    (await currentPrices(services.prisma, services.clock())).map(({ model, rule }) => [
      model,
      readRule(rule),
    ]),
  );
  expect(rules.size).toBe(22);
  expect(rules.get('gpt-4o-mini')?.rates).toEqual({
    input: 150_000n,
    output: 600_000n,
    cacheRead: 75_000n,
    cacheWrite: 150_000n,
  });
  expect(rules.get('claude-haiku-4-5')?.rates).toMatchObject({ cacheRead: 100_000n, cacheWrite: 1_250_000n });
  expect(rules.get('gemini-2.5-pro')?.steps).toMatchObject([
    { aboveInputTokens: 200_000, rates: { input: 2_500_000n, output: 15_000_000n, cacheRead: 250_000n } },
  ]);
  expect(rules.get('sonar')?.searchFee).toBe(2_500n);
  expect(rules.get('sonar')?.rates.cacheRead).toBe(62_500n);
  expect(rules.get('claude-haiku-5-5')).toMatchObject({
    rates: { input: 100_000n, output: 500_000n, cacheRead: 10_000n, cacheWrite: 125_000n },
    steps: [{ aboveInputTokens: 100_000, rates: { input: 500_000n, cacheWrite: 625_000n } }],
  });
  expect(rules.get('gpt-transcribe')?.audioMinuteFee).toBe(4_500n);
});

describe('a price that its vendor has announced', () => {
  const NEW_YEAR = Date.UTC(2027, 0, 1);
  const model = 'gpt-4o';
  const announce = async (input: bigint) => {
    const [row] = (await currentPrices(services.prisma, services.clock())).filter(
      (price) => price.model === model,
    );
    const rule = readRule(row?.rule ?? '');
    const dearer = storedRule({ ...rule, rates: { ...rule.rates, input } });
    await services.prisma.aiPrice.create({
      data: { provider: 'openai', model, version: 2, rule: dearer, validFrom: new Date(NEW_YEAR) },
    });
    services.catalogue.invalidate();
  };
  const usage = { inputTokens: 1_000, outputTokens: 100 };
  const body = { model, prompt: 'word '.repeat(1_200) };

  it('counts from its first moment, and not before', async () => {
    await announce(5_000_000n);
    const actor = await services.customer({ cents: 500 });
    const costAt = async (ms: number): Promise<number> => {
      services.pass(ms - services.clock());
      services.vendor.script({ kind: 'reply', text: 'Green.', usage });
      return (await services.send(actor, body)).usage.costUsd;
    };
    expect(await costAt(NEW_YEAR - 1)).toBe(0.0035);
    expect(await costAt(NEW_YEAR)).toBe(0.006);
  });

  it('leaves a call that was under way at the price it was held with', async () => {
    await announce(5_000_000n);
    const actor = await services.customer({ cents: 500 });
    services.pass(NEW_YEAR - 1_000 - services.clock());
    services.vendor.script({ kind: 'reply', text: 'Green.', usage, hold: 'before' });
    const first = services.send(actor, body, { key: randomUUID() });
    await services.vendor.until(({ stats }) => stats.held === 1);
    services.pass(2_000);
    services.vendor.release();
    expect(await first).toMatchObject({ usage: { costUsd: 0.0035 } });
  });

  it('comes into force although another price was set in between', async () => {
    await announce(5_000_000n);
    const { actor: admin } = await services.signUp({ roles: ['admin'] });
    await upsertPrice(services, admin, {
      provider: 'openai',
      model,
      inputPricePer1K: 3_000_000n,
      outputPricePer1K: 10_000_000n,
      currency: 'USD',
      isActive: true,
    });
    const inputNow = async () => (await services.catalogue.find('openai', model))?.price?.rates.input;
    expect(await inputNow()).toBe(3_000_000n);
    services.pass(NEW_YEAR - services.clock());
    expect(await inputNow()).toBe(5_000_000n);
  });

  it('is seeded with its day: Gemini 3.8 Flash costs twice as much from January 1, 2027', async () => {
    const rates = async () => (await services.catalogue.find('gemini', 'gemini-3.8-flash'))?.price?.rates;
    expect(await rates()).toMatchObject({ input: 750_000n, output: 3_750_000n, cacheRead: 75_000n });
    services.pass(NEW_YEAR - services.clock());
    expect(await rates()).toMatchObject({ input: 1_500_000n, output: 7_500_000n, cacheRead: 150_000n });
  });
});
