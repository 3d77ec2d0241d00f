import type { AiPrice } from '@prisma/client';
import type { z } from '~/core/shared/zod';
import { formatPricePer1K } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import { currentPrices } from '~/features/completions/index.server';
import { plainRule, readRule, storedRule, type PriceRule } from '~/features/ledger/index.server';
import type { Services } from '~/services';
import type { Price, upsertPriceSchema } from './schema';

/** Its base rates, under the names that the call has always had. */
function describePrice({ id, provider, model, rule, currency, isActive, validFrom }: AiPrice): Price {
  const { rates } = readRule(rule);
  return {
    id,
    provider,
    model,
    inputPricePer1K: formatPricePer1K(rates.input),
    outputPricePer1K: formatPricePer1K(rates.output),
    currency,
    isActive,
    updatedAt: validFrom.toISOString(),
  };
}

export async function listPrices(
  { prisma }: Services,
  { activeOnly }: { activeOnly: boolean },
): Promise<Price[]> {
  const rows = await currentPrices(prisma);
  return rows.filter(({ isActive }) => isActive || !activeOnly).map(describePrice);
}

/**
 * Sets the base rates of a model from now on: a new row, as the old ones are history. Steps and fees stay. Calls that
 * hold money already keep the price that they began with.
 */
export async function upsertPrice(
  { prisma, catalogue, clock }: Services,
  { userId: actorId }: Pick<Actor, 'userId'>,
  input: z.output<typeof upsertPriceSchema>,
): Promise<Price> {
  const provider = input.provider.toLowerCase();
  const { model, currency, isActive } = input;
  const base = plainRule({
    inputMicroUsdPer1k: input.inputPricePer1K,
    outputMicroUsdPer1k: input.outputPricePer1K,
  });
  const row = await prisma.$transaction(async (tx) => {
    const last = await tx.aiPrice.findFirst({ where: { provider, model }, orderBy: { version: 'desc' } });
    const saved = await tx.aiPrice.create({
      data: {
        provider,
        model,
        version: (last?.version ?? 0) + 1,
        rule: storedRule(last ? withBase(readRule(last.rule), base) : base),
        currency,
        isActive,
        validFrom: new Date(clock()),
      },
    });
    await tx.auditEvent.create({
      data: {
        actorId,
        action: 'price.upsert',
        subject: `${provider}/${model}`,
        detail: JSON.stringify(describePrice(saved)),
      },
    });
    return saved;
  });
  catalogue.invalidate();
  return describePrice(row);
}

/** Rates of cached tokens that were as the input's go on being so. */
function withBase(rule: PriceRule, { rates: { input, output } }: PriceRule): PriceRule {
  const { rates } = rule;
  const follow = (rate: bigint): bigint => (rate === rates.input ? input : rate);
  return {
    ...rule,
    rates: { input, output, cacheRead: follow(rates.cacheRead), cacheWrite: follow(rates.cacheWrite) },
  };
}
