import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from '~/core/edge/read-request.server';
import { DAY_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { seedModels } from '~/features/completions/index.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { testServices, type TestServices } from '../../../tests/support/services';
import { previewPrice, readPriceHistory, readPricesPage, savePrice } from './index.server';
import { priceFormSchema } from './price-schema';

let services: TestServices;
let root: Actor;
beforeEach(async () => {
  services = testServices();
  await seedModels(services.prisma, new Date(0));
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
});
afterEach(() => services.close());

const FORM = {
  provider: 'OpenAI',
  model: 'gpt-4o',
  inputPricePer1K: '0.003',
  outputPricePer1K: '0.01',
  currency: 'USD',
  isActive: true,
};
const save = (changes: object = {}) =>
  savePrice(services, root, check(priceFormSchema, { ...FORM, ...changes }));
const history = (model = 'gpt-4o') => readPriceHistory(services, root, { provider: 'openai', model });

it('the page has each model’s whole rule of today', async () => {
  const { prices } = await readPricesPage(services, root);
  expect(prices.find(({ model }) => model === 'gemini-2.5-pro')).toMatchObject({
    provider: 'gemini',
    displayName: 'Gemini 2.5 Pro',
    inputPricePer1K: '0.00125',
    cacheRead: '0.000125',
    cacheWrite: '0.00125',
    extras: ['Above 200,000 input tokens: $0.0025 in, $0.015 out'],
    isActive: true,
  });
  expect(new Set(prices.map(({ provider, model }) => `${provider}/${model}`)).size).toBe(prices.length);
});

it('a change is in the history with who made it, when, and what was before', async () => {
  await save();
  services.pass(60_000);
  await save({ isActive: false });
  const { displayName, versions } = await history();
  expect(displayName).toBe('GPT-4o');
  const { email } = await services.prisma.user.findUniqueOrThrow({ where: { id: root.userId } });
  expect(versions).toMatchObject([
    { version: 3, email, changes: [{ label: 'State', before: 'Active', after: 'Off' }] },
    {
      version: 2,
      email,
      isFromReview: false,
      changes: [
        { label: 'Input', before: '$0.0025', after: '$0.003' },
        { label: 'Cache writes', before: '$0.0025', after: '$0.003' },
      ],
    },
    { version: 1, email: null, at: new Date(0).toISOString() },
  ]);
  expect(versions[2]?.changes).toContainEqual({ label: 'Output', before: null, after: '$0.01' });
});

it('is set for a provider by the name that people know it by, and counts', async () => {
  const models = { create: { modelName: 'llama', displayName: 'Llama' } };
  await services.prisma.aiProvider.create({
    data: { key: 'ollama', name: 'Office server', protocol: 'openai-compatible', models },
  });
  services.catalogue.invalidate();
  expect(await save({ provider: 'Office Server', model: 'llama' })).toMatchObject({ provider: 'ollama' });
  expect((await services.catalogue.find('Office server', 'llama'))?.price?.rates.input).toBe(3_000_000n);
  await expect(
    save({ provider: 'office server', model: 'llama', inputPricePer1K: '0.1' }),
  ).rejects.toMatchObject({ code: 'price_jump' });
});

it('one as fine as vendors have them, such as $0.0375 for a million tokens, is saved and changed as any other', async () => {
  const fine = { inputPricePer1K: '0.0000375', outputPricePer1K: '0.00015', isJumpMeant: true };
  expect(await save(fine)).toMatchObject({ inputPricePer1K: '0.0000375' });
  expect((await services.catalogue.find('OpenAI', 'gpt-4o'))?.price?.rates.input).toBe(37_500n);
  const shown = (await readPricesPage(services, root)).prices.find(({ model }) => model === 'gpt-4o');
  expect(
    await save({ inputPricePer1K: shown?.inputPricePer1K, isActive: false, isJumpMeant: true }),
  ).toMatchObject({
    inputPricePer1K: '0.0000375',
    isActive: false,
  });
});

it('there is no history of a model that never had a price', async () => {
  await expect(history('gpt-nobody')).rejects.toMatchObject({ kind: 'not-found' });
});

describe('a price that is a slip of the finger', () => {
  it.each([
    [{ inputPricePer1K: '0.03' }, 'The input price would go from $0.0025 to $0.03, more than tenfold.'],
    [{ outputPricePer1K: '0.0009' }, 'The output price would go from $0.01 to $0.0009, more than tenfold.'],
  ])('%j is asked about first, at its box', async (changes, sentence) => {
    await expect(save(changes)).rejects.toMatchObject({
      code: 'price_jump',
      field: 'isJumpMeant',
      message: expect.stringContaining(sentence) as string,
    });
    expect((await history()).versions).toHaveLength(1);
    await save({ ...changes, isJumpMeant: true });
    expect((await history()).versions).toHaveLength(2);
  });

  it.each([
    ['inputPricePer1K', '-1'],
    ['inputPricePer1K', 'NaN'],
    ['outputPricePer1K', '1000.1'],
    ['outputPricePer1K', '0.0000000001'],
    ['inputPricePer1K', ''],
    ['inputPricePer1K', '0,0025'], // not 25 dollars
    ['inputPricePer1K', '0,002'],
  ])('%s of "%s" is a sentence at its field', (field, typed) => {
    const result = priceFormSchema.safeParse({ ...FORM, [field]: typed });
    expect(result.error?.issues).toMatchObject([
      { path: [field], message: 'Enter dollars from 0 to 1,000, with at most nine decimals.' },
    ]);
  });
});

it('a price may be there before its model', async () => {
  await save({ provider: 'My server', model: 'llama' });
  const { prices } = await readPricesPage(services, root);
  expect(prices).toContainEqual(
    expect.objectContaining({ provider: 'my server', model: 'llama', displayName: 'llama' }),
  );
});

describe('a preview', () => {
  let paying: PayingServices;
  beforeEach(async () => {
    paying = await payingServices();
  });
  afterEach(() => paying.close());

  it('says what the last 30 days’ calls of this model would have cost', async () => {
    const actor = await paying.customer({ cents: 500 });
    const ask = (changes: object = {}) =>
      previewPrice(paying, check(priceFormSchema, { ...FORM, model: 'gpt-4o-mini', ...changes }));
    const nothing = { calls: 0, beforeMicroUsd: 0, afterMicroUsd: 0, isCut: false };
    expect(await ask()).toEqual(nothing);

    const prompt = 'why '.repeat(1_200);
    paying.vendor.script({ kind: 'reply', usage: { inputTokens: 1_000, outputTokens: 100 } });
    await paying.send(actor, { prompt });
    await paying.send(actor, { model: 'gpt-4o' });
    // 1,000 and 100 tokens: 150 + 60 micro-dollars at today's price.
    expect(await ask({ inputPricePer1K: '0.0003', outputPricePer1K: '0.0006' })).toEqual({
      calls: 1,
      beforeMicroUsd: 210,
      afterMicroUsd: 360,
      isCut: false,
    });
    expect(await ask({ provider: 'elsewhere' })).toEqual({ ...nothing, beforeMicroUsd: null });
    paying.pass(31 * DAY_MS);
    expect(await ask()).toEqual(nothing);
  });
});
