import type { PrismaClient } from '@prisma/client';
import { REFERENCE_PROVIDERS } from '@promptwell/ai-providers';
import { parseMicroUsd } from '~/core/shared/money';

/** Fills in the vendors, models and prices of the reference list, once: what an admin changes later stays. */
export async function seedModels(prisma: PrismaClient): Promise<void> {
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
              maxOutputTokens: model.maxOutputTokens,
              sortOrder: modelIndex * 10,
            })),
          },
        },
      });
      await tx.aiPrice.createMany({
        data: models.map((model) => ({
          provider: provider.key,
          model: model.model,
          inputMicroUsdPer1k: seededPrice(model.inputPricePer1K),
          outputMicroUsdPer1k: seededPrice(model.outputPricePer1K),
        })),
      });
    }
  });
}

function seededPrice(text: string): bigint {
  const price = parseMicroUsd(text);
  if (price === undefined) throw new Error(`The reference list of models: ${text} is no price`);
  return price;
}
