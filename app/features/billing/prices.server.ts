import type { AiPrice, PrismaClient } from '@prisma/client';
import type { z } from 'zod';
import { formatMicroUsd } from '~/core/shared/money';
import type { Catalogue } from '~/features/completions/index.server';
import type { upsertPriceSchema } from './schema';

export interface ShownPrice {
  id: string;
  provider: string;
  model: string;
  inputPricePer1K: string;
  outputPricePer1K: string;
  currency: string;
  isActive: boolean;
  updatedAt: string;
}

const show = (row: AiPrice): ShownPrice => ({
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
  deps: { prisma: PrismaClient },
  { activeOnly }: { activeOnly: boolean },
): Promise<ShownPrice[]> {
  const rows = await deps.prisma.aiPrice.findMany({
    where: activeOnly ? { isActive: true } : {},
    orderBy: [{ provider: 'asc' }, { model: 'asc' }],
  });
  return rows.map(show);
}

/** Sets the price of a model; calls that hold money already keep the price that they began with. */
export async function upsertPrice(
  deps: { prisma: PrismaClient; catalogue: Catalogue },
  actorId: string,
  input: z.output<typeof upsertPriceSchema>,
): Promise<ShownPrice> {
  const provider = input.provider.toLowerCase();
  const fields = {
    inputMicroUsdPer1k: input.inputPricePer1K,
    outputMicroUsdPer1k: input.outputPricePer1K,
    currency: input.currency,
    isActive: input.isActive,
  };
  const row = await deps.prisma.$transaction(async (tx) => {
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
        detail: JSON.stringify(show(saved)),
      },
    });
    return saved;
  });
  deps.catalogue.invalidate();
  return show(row);
}
