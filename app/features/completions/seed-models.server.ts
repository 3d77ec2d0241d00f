import type { PrismaClient } from '@prisma/client';
import {
  REFERENCE_PROVIDERS,
  type ReferenceModel,
  type ReferencePrice,
  type ReferenceRates,
  type ReferenceTranscription,
} from '@promptwell/ai-providers';
import { parseMicroUsd, parsePricePer1K } from '~/core/shared/money';
import {
  checkRule,
  minutesRule,
  storedRule,
  type PriceRule,
  type TokenRates,
} from '~/features/ledger/index.server';

/**
 * Seeds providers, models and prices from the reference list, if there are none. Later changes by administrators are
 * kept.
 */
export async function seedModels(prisma: PrismaClient, now = new Date()): Promise<void> {
  if ((await prisma.aiProvider.count()) > 0) return;
  await prisma.$transaction(async (tx) => {
    for (const [providerIndex, provider] of REFERENCE_PROVIDERS.entries()) {
      const { models, transcription, ...fields } = provider;
      await tx.aiProvider.create({
        data: {
          ...fields,
          sortOrder: providerIndex * 10,
          models: {
            create: [
              ...models.map((model, modelIndex) => ({
                ...referenceModelData(model),
                isFree: model.isFree ?? false,
                sortOrder: modelIndex * 10,
              })),
              ...(transcription ? [seededTranscription(transcription)] : []),
            ],
          },
        },
      });
      await tx.aiPrice.createMany({
        data: [
          ...models.flatMap((model) => seededPricesOf(model, now)),
          ...(transcription ? [seededMinutes(transcription)] : []),
        ].map((price) => ({ version: 1, validFrom: now, ...price, provider: provider.key })),
      });
    }
  });
}

/** Database fields of a model of the reference list. */
export const referenceModelData = (model: ReferenceModel) => ({
  modelName: model.model,
  displayName: model.displayName,
  contextTokens: model.contextTokens,
  maxOutputTokens: model.maxOutputTokens,
  mostSearches: model.searches?.most ?? 0,
  tokensEachSearch: model.searches?.tokensEach ?? 0,
  replacedBy: model.end?.successor ?? null,
  shutdownOn: model.end?.on ?? null,
});

/** After all models for prompts. */
const TRANSCRIPTION_SORT_ORDER = 1_000;

const seededTranscription = ({ model, displayName }: ReferenceTranscription) => ({
  modelName: model,
  displayName,
  transcribes: true,
  takesImages: false,
  maxOutputTokens: 8192,
  sortOrder: TRANSCRIPTION_SORT_ORDER,
});

/** The current price and the announced ones; those whose date has passed apply at once. */
const seededPricesOf = ({ model, laterPrices = [], ...today }: ReferenceModel, now: Date) => [
  { model, rule: storedRule(referenceRule(today)) },
  ...laterPrices.map((price, index) => ({
    model,
    version: index + 2,
    rule: storedRule(referenceRule(price)),
    validFrom: new Date(Math.max(now.getTime(), Date.parse(price.validFrom))),
  })),
];

const seededMinutes = ({ model, minuteFeeUsd }: ReferenceTranscription) => ({
  model,
  rule: storedRule(minutesRule(seededPrice(minuteFeeUsd))),
});

/** Converts a price of the reference list to a rule. */
export function referenceRule(model: ReferencePrice): PriceRule {
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
  return {
    input: perMillion(input),
    output: perMillion(output),
    cacheRead: perMillion(cacheRead),
    cacheWrite: perMillion(cacheWrite),
  };
}

const perMillion = (text: string): bigint => known(text, parsePricePer1K(text));
const seededPrice = (text: string): bigint => known(text, parseMicroUsd(text));

function known(text: string, price: bigint | undefined): bigint {
  if (price === undefined) throw new Error(`The reference list of models: ${text} is no price`);
  return price;
}
