import type { PrismaClient } from '@prisma/client';
import { REFERENCE_PROVIDERS, type ReferenceModel, type ReferenceRates } from '@promptwell/ai-providers';
import { parseMicroUsd } from '~/core/shared/money';
import { checkRule, storedRule, type PriceRule, type TokenRates } from '~/features/ledger/index.server';

/** Fills in the vendors, models and prices of the reference list, once: what an admin changes later stays. */
export async function seedModels(prisma: PrismaClient, now = new Date()): Promise<void> {
  if ((await prisma.aiProvider.count()) > 0) return;
  await prisma.$transaction(async (tx) => {
    for (const [providerIndex, provider] of REFERENCE_PROVIDERS.entries()) {
      const { models, ...fields } = provider;
      await tx.aiProvider.create({
        data: {
          ...fields,
          sortOrder: providerIndex * 10,
          models: {
            create: models.map((model, modelIndex) => ({
              modelName: model.model,
              displayName: model.displayName,
              isFree: model.isFree ?? false,
              contextTokens: model.contextTokens,
              maxOutputTokens: model.maxOutputTokens,
              mostSearches: model.searches?.most ?? 0,
              tokensEachSearch: model.searches?.tokensEach ?? 0,
              replacedBy: model.end?.successor ?? null,
              shutdownOn: model.end?.on ?? null,
              sortOrder: modelIndex * 10,
            })),
          },
        },
      });
      await tx.aiPrice.createMany({
        data: models.map((model) => ({
          provider: provider.key,
          model: model.model,
          version: 1,
          rule: storedRule(seededRule(model)),
          validFrom: now,
        })),
      });
    }
  });
}

function seededRule(model: ReferenceModel): PriceRule {
  return checkRule({
    rates: seededRates(model),
    steps: (model.steps ?? []).map((step) => ({
      aboveInputTokens: step.aboveInputTokens,
      rates: seededRates(step),
    })),
    requestFee: 0n,
    searchFee: seededPrice(model.searchFeeUsd ?? '0'),
  });
}

function seededRates(price: ReferenceRates): TokenRates {
  const { inputPricePer1K: input, outputPricePer1K: output } = price;
  const { cacheReadPricePer1K: cacheRead = input, cacheWritePricePer1K: cacheWrite = input } = price;
  const perMillion = (text: string): bigint => seededPrice(text) * 1_000n;
  return {
    input: perMillion(input),
    output: perMillion(output),
    cacheRead: perMillion(cacheRead),
    cacheWrite: perMillion(cacheWrite),
  };
}

function seededPrice(text: string): bigint {
  const price = parseMicroUsd(text);
  if (price === undefined) throw new Error(`The reference list of models: ${text} is no price`);
  return price;
}
