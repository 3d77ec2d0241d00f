import type { PrismaClient } from '@prisma/client';
import { parseMicroUsd } from '~/core/money';
import reference from '../../../prisma/seed/models.json';

/** Fills in the vendors, models and prices of the reference list, once: what an admin changes later stays. */
export async function seedModels(prisma: PrismaClient): Promise<void> {
  if ((await prisma.aiProvider.count()) > 0) return;
  await prisma.$transaction(async (tx) => {
    for (const [providerIndex, provider] of reference.providers.entries()) {
      const { models, ...fields } = provider;
      await tx.aiProvider.create({
        data: {
          ...fields,
          sortOrder: providerIndex * 10,
          models: {
            create: models.map((model, modelIndex) => ({
              modelName: model.model,
              displayName: model.displayName,
              isFree: 'isFree' in model ? model.isFree === true : false,
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
  if (price === undefined) throw new Error(`prisma/seed/models.json: ${text} is no price`);
  return price;
}
