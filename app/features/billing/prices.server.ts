import type { AiPrice, Prisma } from '@prisma/client';
import { z } from '~/core/shared/zod';
import { DomainError } from '~/core/shared/errors';
import { formatPricePer1K } from '~/core/shared/money';
import type { UserRef } from '~/core/server/session.server';
import { currentPrices, priceInForce } from '~/features/completions/index.server';
import { plainRule, readRule, storedRule, type PriceRule } from '~/features/ledger/index.server';
import type { BillingDeps } from './deps.server';
import type { Price, upsertPriceSchema } from './price-schema';

type Deps = Pick<BillingDeps, 'clock' | 'prisma' | 'catalogue'>;

/** The base rates, under the API's field names. */
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
  { prisma, clock }: Pick<BillingDeps, 'clock' | 'prisma'>,
  { activeOnly }: { activeOnly: boolean },
): Promise<Price[]> {
  const rows = await currentPrices(prisma, clock());
  return rows.filter(({ isActive }) => isActive || !activeOnly).map(describePrice);
}

/** Resolves a provider's key from its key or name, case-insensitively. Prices are stored by key. */
export async function providerKeyOf(
  { prisma }: Pick<BillingDeps, 'prisma'>,
  provider: string,
): Promise<string> {
  const wanted = provider.toLowerCase();
  const rows = await prisma.aiProvider.findMany({ select: { key: true, name: true } });
  return rows.find(({ key, name }) => [key, name.toLowerCase()].includes(wanted))?.key ?? wanted;
}

/** Sets the base rates of a model from now on; steps and fees are kept. */
export async function upsertPrice(
  services: Deps,
  actor: UserRef,
  { provider, model, currency, isActive, ...rates }: z.output<typeof upsertPriceSchema>,
): Promise<Price> {
  return addPriceVersion(services, actor, {
    provider: await providerKeyOf(services, provider),
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
  /** The audit action. */
  action: PriceAction;
  /** The version that the change was based on; 0 if there was none. */
  follows?: number;
  /** Builds the new rule from the current price. */
  ruleAfter: (last: AiPrice | null) => PriceRule;
  /** When it takes effect; defaults to now. */
  validFrom?: Date;
}

type PriceAction = 'price.upsert' | 'price.review';

/** Adds a single version, like `addPriceVersions`. */
export async function addPriceVersion(
  services: Deps,
  actor: UserRef,
  version: NewPriceVersion,
): Promise<Price> {
  const [price] = await addPriceVersions(services, actor, [version]);
  if (!price) throw new Error('A price that was kept is not there.');
  return price;
}

/**
 * Adds price versions with their audit events in one transaction. Existing rows are never changed, and open holds keep
 * their price.
 * @throws DomainError `review_outdated`, if a price has changed since `follows`
 */
export async function addPriceVersions(
  { prisma, catalogue, clock }: Deps,
  { userId: actorId, address }: UserRef,
  versions: readonly NewPriceVersion[],
  /** Runs first in the same transaction. */
  writeAlso?: (transaction: Prisma.TransactionClient) => Promise<void>,
): Promise<Price[]> {
  const at = new Date(clock());
  const rows = await prisma.$transaction(async (tx) => {
    await writeAlso?.(tx);
    const saved: AiPrice[] = [];
    for (const { action, ruleAfter, follows, validFrom = at, ...fields } of versions) {
      const last = await priceInForce(tx, fields, at.getTime());
      const isOwn = saved.some((row) => subjectOf(row) === subjectOf(fields));
      if (follows !== undefined && !isOwn && (last?.version ?? 0) !== follows) throw outdated(fields.model);
      const { provider, model } = fields;
      const { _max } = await tx.aiPrice.aggregate({ where: { provider, model }, _max: { version: true } });
      const row = await tx.aiPrice.create({
        data: {
          ...fields,
          version: (_max.version ?? 0) + 1,
          rule: storedRule(ruleAfter(last)),
          // If the clock was set back, the current price may start in the future; the next version must not start
          // before it.
          validFrom: last && last.validFrom > validFrom ? last.validFrom : validFrom,
        },
      });
      const detail = JSON.stringify(describePrice(row));
      await tx.auditEvent.create({
        data: { at, actorId, action, subject: subjectOf(row), detail, address: address ?? null },
      });
      saved.push(row);
    }
    return saved;
  });
  catalogue.invalidate();
  return rows.map(describePrice);
}

export const outdated = (model: string): DomainError =>
  new DomainError(
    'conflict',
    `The price of ${model} has changed since you opened this page. Nothing was applied. Load the page again.`,
    { code: 'review_outdated' },
  );

/** The audit subject of a price. */
export const subjectOf = ({ provider, model }: Pick<AiPrice, 'provider' | 'model'>): string =>
  `${provider}/${model}`;

/** The price id in an audit event's detail. */
export const priceIdIn = (detail: string): string =>
  z.object({ id: z.string().catch('') }).parse(JSON.parse(detail)).id;

/** Replaces the base rates. Cache rates that equal the input rate follow it; steps and fees are kept. */
export function ruleWithBase(
  rule: PriceRule | undefined,
  price: { inputPricePer1K: bigint; outputPricePer1K: bigint },
): PriceRule {
  const { inputPricePer1K: input, outputPricePer1K: output } = price;
  if (!rule) {
    const plain = plainRule({ inputMicroUsdPer1k: 0n, outputMicroUsdPer1k: 0n });
    return { ...plain, rates: { input, output, cacheRead: input, cacheWrite: input } };
  }
  const follow = (rate: bigint): bigint => (rate === rule.rates.input ? input : rate);
  const { cacheRead, cacheWrite } = rule.rates;
  return {
    ...rule,
    rates: { input, output, cacheRead: follow(cacheRead), cacheWrite: follow(cacheWrite) },
  };
}
