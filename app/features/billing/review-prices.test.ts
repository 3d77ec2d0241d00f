import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { readRule, storedRule, type PriceRule } from '~/features/ledger/index.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { applyReview, reviewPrices, upsertPrice } from './index.server';
import { publicRule } from './public-prices.server';

let services: PayingServices;
let root: Actor;
beforeEach(async () => {
  services = await payingServices(
    {},
    { models: ['gpt-4o', 'gpt-4o-mini-2024-07-18', 'gpt-5', 'gpt-6-luna', 'gpt-transcribe', 'whisper'] },
  );
  root = await services.customer({ roles: ['admin'] });
});
afterEach(() => services.close());

const review = async (asksVendors = false) => (await reviewPrices(services, { asksVendors })).proposals;
const of = async (model: string) => (await review()).filter((proposal) => proposal.model === model);
const priceOf = (model: string) =>
  services.prisma.aiPrice.findFirstOrThrow({ where: { model }, orderBy: { version: 'desc' } });
const replaceRule = (provider: string, model: string, rule: PriceRule) =>
  services.prisma.aiPrice.create({
    data: { provider, model, version: 2, rule: storedRule(rule), validFrom: new Date(services.clock()) },
  });
/** Prices of an installation that began with two rates only. */
const plain = (input: bigint, output: bigint): PriceRule => ({
  rates: { input, output, cacheRead: input, cacheWrite: input },
  steps: [],
  requestFee: 0n,
  searchFee: 0n,
});

describe('the public list', () => {
  it('has cached rates, steps and fees', () => {
    expect(publicRule('gemini', 'gemini-2.5-pro', services.clock())).toEqual({
      rates: { input: 1_250_000n, output: 10_000_000n, cacheRead: 125_000n, cacheWrite: 1_250_000n },
      steps: [
        {
          aboveInputTokens: 200_000,
          rates: { input: 2_500_000n, output: 15_000_000n, cacheRead: 250_000n, cacheWrite: 2_500_000n },
        },
      ],
      requestFee: 0n,
      searchFee: 0n,
    });
    expect(publicRule('openai', 'gpt-4o', services.clock())).toMatchObject({ searchFee: 10_000n });
    expect(publicRule('openai', 'no-such-model', services.clock())).toBeUndefined();
    // It would answer with the price of gpt-5, whose name this one begins with.
    expect(publicRule('openai', 'gpt-5-made-up', services.clock())).toBeUndefined();
    expect(publicRule('my-server', 'gpt-4o', services.clock())).toBeUndefined();
    expect(publicRule('constructor', 'gpt-4o', services.clock())).toBeUndefined();
  });
});

describe('a review', () => {
  it('says nothing of a price that is the public one', async () => {
    expect(await of('gpt-4o')).toEqual([]);
  });

  it('proposes cached rates and steps to an installation that has two rates alone', async () => {
    await replaceRule('gemini', 'gemini-2.5-pro', plain(1_250_000n, 10_000_000n));
    services.catalogue.invalidate();
    expect(await of('gemini-2.5-pro')).toMatchObject([
      {
        kind: 'differs',
        displayName: 'Gemini 2.5 Pro',
        changes: [
          { label: 'Cache reads', before: '$0.00125', after: '$0.000125' },
          { label: 'Input above 200,000 tokens', before: null, after: '$0.0025' },
          { label: 'Output above 200,000 tokens', before: null, after: '$0.015' },
          { label: 'Cache reads above 200,000 tokens', before: null, after: '$0.00025' },
          { label: 'Cache writes above 200,000 tokens', before: null, after: '$0.0025' },
        ],
      },
    ]);
  });

  it('asks the vendors only when it is told to, and finds what they have added and dropped', async () => {
    expect((await reviewPrices(services, { asksVendors: false })).vendors).toBeNull();
    const { proposals, vendors } = await reviewPrices(services, { asksVendors: true });
    expect(vendors).toEqual([{ provider: 'openai', error: null, count: 6, unknown: ['whisper'] }]);
    const ofOpenAi = proposals.filter(({ provider }) => provider === 'openai');
    // A dated name counts as its short name; models without a public text price are left out.
    expect(ofOpenAi.map(({ kind, model }) => [kind, model])).toEqual([
      ['gone', 'gpt-4.1'],
      ['gone', 'gpt-6-astra'],
      ['gone', 'gpt-6-sol'],
      ['gone', 'gpt-6.2-sol'],
      ['new', 'gpt-5'],
    ]);
  });

  it('leaves what a vendor no longer lists out of “Select all”', async () => {
    const gone = (await review(true)).filter(({ kind }) => kind === 'gone');
    expect(gone.length).toBeGreaterThan(0);
    expect(gone.every(({ caution }) => caution !== null)).toBe(true);
  });

  it('says why a vendor could not be asked', async () => {
    services.vendor.script({ kind: 'status', status: 401 });
    expect((await reviewPrices(services, { asksVendors: true })).vendors).toEqual([
      { provider: 'openai', error: 'The provider did not accept our key.', count: 0, unknown: [] },
    ]);
  });

  it('applies what is ticked and nothing else, as new versions with an audit event each', async () => {
    await replaceRule('openai', 'gpt-4o', plain(9_000_000n, 9_000_000n));
    await replaceRule('openai', 'gpt-4o-mini', plain(9_000_000n, 9_000_000n));
    services.catalogue.invalidate();
    const proposals = await review(true);
    const picks = proposals.filter(({ model }) => ['gpt-4o', 'gpt-4.1', 'gpt-5'].includes(model));
    expect(
      await applyReview(
        services,
        root,
        picks.map(({ key }) => key),
      ),
    ).toEqual({ count: 3 });

    expect(readRule((await priceOf('gpt-4o')).rule)).toMatchObject({
      rates: { input: 2_500_000n, output: 10_000_000n, cacheRead: 1_250_000n },
      searchFee: 0n,
    });
    expect(await priceOf('gpt-4.1')).toMatchObject({ version: 2, isActive: false });
    expect(await priceOf('gpt-5')).toMatchObject({ version: 1, isActive: true });
    expect((await priceOf('gpt-4o-mini')).version).toBe(2);
    const events = await services.prisma.auditEvent.findMany({
      where: { action: 'price.review' },
      orderBy: { subject: 'asc' },
    });
    expect(events.map(({ action, actorId, subject }) => [action, actorId, subject])).toEqual(
      ['gpt-4.1', 'gpt-4o', 'gpt-5'].map((model) => ['price.review', root.userId, `openai/${model}`]),
    );
    expect((await services.catalogue.find('openai', 'gpt-4.1'))?.price).toBeUndefined();
  });

  it('leaves a price that an administrator entered out of “Select all”, until it is replaced', async () => {
    await upsertPrice(services, root, {
      provider: 'openai',
      model: 'gpt-4o',
      inputPricePer1K: 3_000_000n,
      outputPricePer1K: 12_000_000n,
      currency: 'USD',
      isActive: true,
    });
    await replaceRule('gemini', 'gemini-2.5-pro', plain(1_250_000n, 10_000_000n));
    services.catalogue.invalidate();
    expect((await of('gemini-2.5-pro'))[0]?.caution).toBeNull();
    const [typed] = await of('gpt-4o');
    expect(typed?.caution).toBe('An administrator set this price on Nov 20, 2026. Applying replaces it.');
    await applyReview(services, root, [typed?.key ?? '']);
    expect(await of('gpt-4o')).toEqual([]);
  });

  const keysOf = async (...models: string[]) => {
    for (const model of models) await replaceRule('openai', model, plain(9_000_000n, 9_000_000n));
    services.catalogue.invalidate();
    return (await review()).filter(({ model }) => models.includes(model)).map(({ key }) => key);
  };

  it('applies nothing where one of the prices cannot be kept', async () => {
    const keys = await keysOf('gpt-4o', 'gpt-4o-mini');
    services.connection.exec(
      `CREATE TRIGGER one_fails BEFORE INSERT ON ai_price WHEN NEW.model = 'gpt-4o-mini' AND NEW.version > 2
       BEGIN SELECT RAISE(ABORT, 'no room'); END`,
    );
    await expect(applyReview(services, root, keys)).rejects.toThrow();
    expect((await priceOf('gpt-4o')).version).toBe(2);
    expect((await priceOf('gpt-4o-mini')).version).toBe(2);
    expect(await services.prisma.auditEvent.count()).toBe(0);
  });

  it('applies once what two apply at the same time', async () => {
    const keys = await keysOf('gpt-4o', 'gpt-4o-mini');
    const both = await Promise.allSettled([
      applyReview(services, root, keys),
      applyReview(services, root, keys),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await priceOf('gpt-4o')).version).toBe(3);
    expect((await priceOf('gpt-4o-mini')).version).toBe(3);
  });

  it('applies nothing where a price has changed since, nor what makes no sense', async () => {
    await replaceRule('openai', 'gpt-4o', plain(9_000_000n, 9_000_000n));
    const keys = (await review()).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    await upsertPrice(services, root, {
      provider: 'openai',
      model: 'gpt-4o',
      inputPricePer1K: 1_000n,
      outputPricePer1K: 1_000n,
      currency: 'USD',
      isActive: true,
    });
    await expect(applyReview(services, root, keys)).rejects.toMatchObject({ code: 'review_outdated' });
    expect((await priceOf('gpt-4o')).version).toBe(3);
    for (const pick of ['', '[]', '["differs","openai","gpt-4o",-1]', '{"kind":"gone"}']) {
      await expect(applyReview(services, root, [pick])).rejects.toMatchObject({ kind: 'invalid' });
    }
  });
});
