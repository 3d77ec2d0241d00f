import { DomainError } from '~/core/shared/errors';
import { formatPricePer1K } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import { priceInForce, pricesAt } from '~/features/completions/index.server';
import { readRule } from '~/features/ledger/index.server';
import type { BillingDeps } from './deps.server';
import { changesBetween, extrasOf, upcomingLine } from './price-lines.server';
import { describePrice, priceIdIn, providerKeyOf, subjectOf, upsertPrice } from './prices.server';
import type { Price, PriceForm, PriceRow, PriceVersion } from './price-schema';

const VERSIONS_SHOWN = 50;

/** The AI Pricing page: each model's current price with its full rule. */
export async function readPricesPage(
  services: Pick<BillingDeps, 'clock' | 'prisma' | 'preferences'>,
  actor: Actor,
) {
  const [{ current: rows, upcoming }, names, { PreferredTimezone: timeZone }] = await Promise.all([
    pricesAt(services.prisma, services.clock()),
    displayNames(services),
    services.preferences.read(actor.userId),
  ]);
  const prices = rows.map((row): PriceRow => {
    const rule = readRule(row.rule);
    return {
      ...describePrice(row),
      displayName: names.get(subjectOf(row)) ?? row.model,
      cacheRead: formatPricePer1K(rule.rates.cacheRead),
      cacheWrite: formatPricePer1K(rule.rates.cacheWrite),
      extras: [
        ...extrasOf(rule),
        ...upcoming.filter((later) => subjectOf(later) === subjectOf(row)).map(upcomingLine),
      ],
    };
  });
  return { prices, timeZone };
}

/** Display names of all models, including those not offered now. */
export async function displayNames({ prisma }: Pick<BillingDeps, 'prisma'>): Promise<Map<string, string>> {
  const models = await prisma.aiModel.findMany({
    select: { modelName: true, displayName: true, provider: { select: { key: true } } },
  });
  return new Map(
    models.map(({ modelName, displayName, provider }) => [
      subjectOf({ provider: provider.key, model: modelName }),
      displayName,
    ]),
  );
}

const JUMP = 10n;

/**
 * Like `upsertPrice`, but asks for confirmation of a tenfold change, which is usually a typo.
 * @throws DomainError `price_jump`
 */
export async function savePrice(
  services: Pick<BillingDeps, 'clock' | 'prisma' | 'catalogue'>,
  actor: Actor,
  form: PriceForm,
): Promise<Price> {
  const { isJumpMeant, ...input } = form;
  const provider = await providerKeyOf(services, input.provider);
  const last = await priceInForce(services.prisma, { provider, model: input.model }, services.clock());
  if (last && !isJumpMeant) {
    const { rates } = readRule(last.rule);
    refuseJump('input', rates.input, input.inputPricePer1K);
    refuseJump('output', rates.output, input.outputPricePer1K);
  }
  return upsertPrice(services, actor, input);
}

function refuseJump(name: string, before: bigint, after: bigint): void {
  if (before === 0n || (after <= before * JUMP && after * JUMP >= before)) return;
  throw new DomainError(
    'conflict',
    `The ${name} price would go from $${formatPricePer1K(before)} to $${formatPricePer1K(after)}, more than tenfold. Check this box if you mean it, and save again.`,
    { code: 'price_jump', field: 'isJumpMeant' },
  );
}

/** A model's price versions with their changes, newest first. */
export async function readPriceHistory(
  services: Pick<BillingDeps, 'prisma' | 'preferences'>,
  actor: Actor,
  { provider, model }: { provider: string; model: string },
) {
  const { prisma, preferences } = services;
  const wanted = { provider, model };
  const rows = await prisma.aiPrice.findMany({
    where: wanted,
    orderBy: { version: 'desc' },
    take: VERSIONS_SHOWN + 1,
  });
  if (rows.length === 0) throw new DomainError('not-found', 'This model has no price.');
  const [events, names, { PreferredTimezone: timeZone }] = await Promise.all([
    prisma.auditEvent.findMany({
      where: { subject: subjectOf(wanted), action: { in: ['price.upsert', 'price.review'] } },
      select: { action: true, detail: true, actor: { select: { email: true } } },
      orderBy: { at: 'desc' },
      take: VERSIONS_SHOWN,
    }),
    displayNames(services),
    preferences.read(actor.userId),
  ]);
  const eventOf = new Map(events.map((event) => [priceIdIn(event.detail), event]));
  const versions = rows.slice(0, VERSIONS_SHOWN).map((row, index): PriceVersion => {
    const before = rows[index + 1];
    const event = eventOf.get(row.id);
    return {
      version: row.version,
      at: row.validFrom.toISOString(),
      email: event?.actor?.email ?? null,
      isFromReview: event?.action === 'price.review',
      changes: changesBetween(before && priceStateOf(before), priceStateOf(row)),
    };
  });
  return { ...wanted, displayName: names.get(subjectOf(wanted)) ?? wanted.model, versions, timeZone };
}

const priceStateOf = ({ rule, isActive }: { rule: string; isActive: boolean }) => ({
  rule: readRule(rule),
  isActive,
});
