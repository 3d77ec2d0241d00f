import { afterAll, beforeAll, expect, it } from 'vitest';
import { payingServices, type PayingServices } from '../../../../tests/support/paying-services';
import { findModel } from './find-model.server';

let services: PayingServices;
beforeAll(async () => {
  services = await payingServices({
    GEMINI_API_KEY: 'test-not-a-key',
    PERPLEXITY_API_KEY: 'test-not-a-key',
  });
});
afterAll(() => services.close());

const priceOf = async (name: string) => {
  const found = await findModel(services, await services.customer(), name);
  return 'price' in found ? found.price : undefined;
};

it('an estimate knows the steps of a price', async () => {
  expect(await priceOf('gemini-2.5-pro')).toEqual({
    inputMicroUsdPer1k: 1_250,
    outputMicroUsdPer1k: 10_000,
    most: [
      { aboveInputTokens: 0, inputMicroUsdPer1k: 1_250, outputMicroUsdPer1k: 10_000, requestMicroUsd: 0 },
      {
        aboveInputTokens: 200_000,
        inputMicroUsdPer1k: 2_500,
        outputMicroUsdPer1k: 15_000,
        requestMicroUsd: 0,
      },
    ],
  });
});

it('an estimate counts what the vendor looks up by itself: the fees, and what is found as input', async () => {
  expect(await priceOf('sonar')).toMatchObject({ most: [{ aboveInputTokens: 0, requestMicroUsd: 9_000 }] });
});

it('a reply may be as long as the plan and the model allow, and is usually as long as the user prefers', async () => {
  const actor = await services.customer({ cents: 500 });
  expect(await findModel(services, actor, 'gpt-4.1')).toMatchObject({
    maxOutputTokens: 8_192,
    usualOutputTokens: 4_096,
  });
  await services.preferences.change(actor.userId, { DefaultMaxOutputTokens: 128 });
  expect(await findModel(services, actor, 'gpt-4.1')).toMatchObject({ usualOutputTokens: 128 });
});

it('a model that is gone is told with its successor', async () => {
  await services.prisma.aiModel.updateMany({ where: { modelName: 'gpt-4.1' }, data: { goneAt: new Date() } });
  services.catalogue.invalidate();
  for (const name of ['GPT-4.1', 'openai/gpt-4.1']) {
    expect(await findModel(services, await services.customer(), name)).toEqual({
      unknown: true,
      message: 'OpenAI no longer offers gpt-4.1. Its successor is gpt-6-luna.',
    });
  }
});
