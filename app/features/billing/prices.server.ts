import type { AiPrice } from '@prisma/client';
import type { z } from '~/core/shared/zod';
import { formatPricePer1K } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import { currentPrices } from '~/features/completions/index.server';
import { plainRule, readRule, storedRule, type PriceRule } from '~/features/ledger/index.server';
import type { Services } from '~/services';
import type { Price, upsertPriceSchema } from './price-schema';

/** Its base rates, under the names that the call has always had. */
export function describePrice({ id, provider, model, rule, currency, isActive, validFrom }: AiPrice): Price {
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

/** Sets the base rates of a model from now on; steps and fees stay. */
export async function upsertPrice(
  services: Services,
  actor: Pick<Actor, 'userId'>,
  { provider, model, currency, isActive, ...rates }: z.output<typeof upsertPriceSchema>,
): Promise<Price> {
  return addPriceVersion(services, actor, {
    provider: provider.toLowerCase(),
    model,
    currency,
    isActive,
    action: 'price.upsert',
    ruleAfter: (last) => ruleWithBase(last ? readRule(last.rule) : undefined, rates),
  });
}

export interface NewPriceVersion {
  /** The provider's key. */
  provider: string;
  model: string;
  currency: string;
  isActive: boolean;
  /** What the audit calls it. */
  action: PriceAction;
  ruleAfter: (last: AiPrice | null) => PriceRule;
}

export type PriceAction = 'price.upsert' | 'price.review';

/**
 * A new row with its audit event, as the old ones are history. Calls that hold money already keep the price that they
 * began with.
 */
export async function addPriceVersion(
  { prisma, catalogue, clock }: Services,
  { userId: actorId }: Pick<Actor, 'userId'>,
  { action, ruleAfter, ...fields }: NewPriceVersion,
): Promise<Price> {
  const { provider, model } = fields;
  const at = new Date(clock());
  const row = await prisma.$transaction(async (tx) => {
    const last = await tx.aiPrice.findFirst({ where: { provider, model }, orderBy: { version: 'desc' } });
    const saved = await tx.aiPrice.create({
      data: {
        ...fields,
        version: (last?.version ?? 0) + 1,
        rule: storedRule(ruleAfter(last)),
        validFrom: at,
      },
    });
    await tx.auditEvent.create({
      data: {
        at,
        actorId,
        action,
        subject: subjectOf(saved),
        detail: JSON.stringify(describePrice(saved)),
      },
    });
    return saved;
  });
  catalogue.invalidate();
  return describePrice(row);
}

/** What the audit's events about a price are filed under. */
export const subjectOf = ({ provider, model }: Pick<AiPrice, 'provider' | 'model'>): string =>
  `${provider}/${model}`;

/** Rates of cached tokens that were as the input's go on being so; steps and fees stay. */
export function ruleWithBase(
  rule: PriceRule | undefined,
  price: { inputPricePer1K: bigint; outputPricePer1K: bigint },
): PriceRule {
  const base = plainRule({
    inputMicroUsdPer1k: price.inputPricePer1K,
    outputMicroUsdPer1k: price.outputPricePer1K,
  });
  if (!rule) return base;
  const { input, output } = base.rates;
  const follow = (rate: bigint): bigint => (rate === rule.rates.input ? input : rate);
  const { cacheRead, cacheWrite } = rule.rates;
  return {
    ...rule,
    rates: { input, output, cacheRead: follow(cacheRead), cacheWrite: follow(cacheWrite) },
  };
}
