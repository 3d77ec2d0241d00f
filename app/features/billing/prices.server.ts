import type { AiPrice } from '@prisma/client';
import type { z } from '~/core/shared/zod';
import { formatMicroUsd } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import type { Price, upsertPriceSchema } from './schema';

const describePrice = (row: AiPrice): Price => ({
  id: row.id,
  provider: row.provider,
  model: row.model,
  inputPricePer1K: formatMicroUsd(row.inputMicroUsdPer1k),
  outputPricePer1K: formatMicroUsd(row.outputMicroUsdPer1k),
  currency: row.currency,
  isActive: row.isActive,
  updatedAt: row.updatedAt.toISOString(),
});

export async function listPrices(
  { prisma }: Services,
  { activeOnly }: { activeOnly: boolean },
): Promise<Price[]> {
  const rows = await prisma.aiPrice.findMany({
    where: activeOnly ? { isActive: true } : {},
    orderBy: [{ provider: 'asc' }, { model: 'asc' }],
  });
  return rows.map(describePrice);
}

/** Sets the price of a model; calls that hold money already keep the price that they began with. */
export async function upsertPrice(
  { prisma, catalogue }: Services,
  { userId: actorId }: Pick<Actor, 'userId'>,
  input: z.output<typeof upsertPriceSchema>,
): Promise<Price> {
  const provider = input.provider.toLowerCase();
  const fields = {
    inputMicroUsdPer1k: input.inputPricePer1K,
    outputMicroUsdPer1k: input.outputPricePer1K,
    currency: input.currency,
    isActive: input.isActive,
  };
  const row = await prisma.$transaction(async (tx) => {
    const saved = await tx.aiPrice.upsert({
      where: { provider_model: { provider, model: input.model } },
      create: { provider, model: input.model, ...fields },
      update: fields,
    });
    await tx.auditEvent.create({
      data: {
        actorId,
        action: 'price.upsert',
        subject: `${provider}/${input.model}`,
        detail: JSON.stringify(describePrice(saved)),
      },
    });
    return saved;
  });
  catalogue.invalidate();
  return describePrice(row);
}
