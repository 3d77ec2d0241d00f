import type { AiPrice } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';
import type { Actor } from '~/core/server/session.server';
import { currentPrices, DEMO_PROVIDER } from '~/features/completions/index.server';
import { checkRule, readRule, type PriceRule } from '~/features/ledger/index.server';
import type { Services } from '~/services';
import { isListedAs } from './listed-names';
import { displayNames } from './price-console.server';
import { changesBetween } from './price-lines.server';
import { addPriceVersions, outdated, subjectOf } from './prices.server';
import { cautionFor, isPublic, publicRule } from './public-prices.server';
import type { Proposal, VendorList } from './price-schema';

/** How long a vendor may take to list its models. */
const LIST_TIMEOUT_MS = 8_000;

/** Reviews what our prices say beside the public list and, if asked, beside what vendors list. Nothing is changed. */
export async function reviewPrices(services: Services, { asksVendors }: { asksVendors: boolean }) {
  const [prices, names] = await Promise.all([
    currentPrices(services.prisma, services.clock()),
    displayNames(services),
  ]);
  const nameOf = (price: Pick<AiPrice, 'provider' | 'model'>): string =>
    names.get(subjectOf(price)) ?? price.model;
  const differing = await Promise.all(
    prices.map(async (price): Promise<Proposal[]> => {
      const rule = await proposedRule(services, price);
      if (!rule || !price.isActive) return [];
      const changes = changesBetween(
        { rule: readRule(price.rule), isActive: true },
        { rule, isActive: true },
      );
      return changes.length === 0 ? [] : [proposal('differs', price, nameOf(price), changes)];
    }),
  );
  const vendors = asksVendors ? await askVendors(services, prices, nameOf) : null;
  return {
    proposals: [...differing.flat(), ...(vendors?.flatMap(({ proposals }) => proposals) ?? [])],
    vendors: vendors?.map(({ provider, error, count }): VendorList => ({ provider, error, count })) ?? null,
  };
}

/** The public rule. A search fee is ours to set unless we charge one: most vendors bill searches only to who asks for them. */
async function proposedRule(
  { catalogue, clock }: Services,
  { provider, model, rule }: Pick<AiPrice, 'provider' | 'model'> & { rule: string },
): Promise<PriceRule | undefined> {
  const listed = publicRule(provider, model, clock());
  const ours = readRule(rule);
  // The public list has no prices for minutes of audio.
  if (!listed || ours.audioMinuteFee !== undefined) return undefined;
  const searches = (await catalogue.find(provider, model))?.searches.most ?? 0;
  return ours.searchFee > 0n || searches > 0
    ? { ...listed, searchFee: listed.searchFee > 0n ? listed.searchFee : ours.searchFee }
    : { ...listed, searchFee: 0n };
}

type NameOf = (price: AiPrice) => string;

const askVendors = (
  services: Services,
  prices: readonly AiPrice[],
  nameOf: NameOf,
): Promise<(VendorList & { proposals: Proposal[] })[]> =>
  Promise.all(
    services.providers
      .list()
      .filter((key) => key !== DEMO_PROVIDER)
      .map(async (provider) => {
        const own = prices.filter((price) => price.provider === provider);
        try {
          const models = await listWithin(services, provider);
          const proposals = [
            ...withdrawn(models, own, nameOf),
            ...unpriced(provider, models, own, services.clock()),
          ];
          return { provider, error: null, count: models.length, proposals };
        } catch (error) {
          const message = error instanceof Error ? error.message : 'It could not be asked.';
          return { provider, error: message, count: 0, proposals: [] };
        }
      }),
  );

/** Our prices of models that the vendor lists no more: they are to be off. */
function withdrawn(models: readonly string[], own: readonly AiPrice[], nameOf: NameOf): Proposal[] {
  return own
    .filter(({ model, isActive }) => isActive && !isListedAs(model, models))
    .map((price) => {
      const rule = readRule(price.rule);
      const changes = changesBetween({ rule, isActive: true }, { rule, isActive: false });
      return proposal('gone', price, nameOf(price), changes);
    });
}

/** Models that the vendor lists and the public list has a price of, and we have none. */
const unpriced = (
  provider: string,
  models: readonly string[],
  own: readonly AiPrice[],
  nowMs: number,
): Proposal[] =>
  models
    .filter((model) => isPublic(provider, model) && !own.some((price) => price.model === model))
    .flatMap((model) => {
      const rule = publicRule(provider, model, nowMs);
      if (!rule) return [];
      const changes = changesBetween(undefined, { rule: withoutSearches(rule), isActive: true });
      return [proposal('new', { provider, model, version: 0 }, model, changes)];
    });

const withoutSearches = (rule: PriceRule): PriceRule => ({ ...rule, searchFee: 0n });

async function listWithin({ providers }: Services, key: string): Promise<string[]> {
  const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
  return Promise.race([
    providers.get(key)?.listModels() ?? [],
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('It did not answer in time.')), { once: true }),
    ),
  ]);
}

const proposal = (
  kind: Proposal['kind'],
  { provider, model, version }: Pick<AiPrice, 'provider' | 'model' | 'version'>,
  displayName: string,
  changes: Proposal['changes'],
): Proposal => ({
  key: JSON.stringify([kind, provider, model, version]),
  kind,
  provider,
  model,
  displayName,
  changes,
  caution: kind === 'gone' ? null : cautionFor(provider),
});

const pickSchema = z.tuple([
  z.enum(['differs', 'gone', 'new']),
  z.string().max(64),
  z.string().max(128),
  z.number().int().min(0),
]);

/**
 * Applies what was ticked, each as a new version of its price with an audit event: all of it, or nothing where a price
 * has changed since it was looked at. @throws DomainError `review_outdated`
 */
export async function applyReview(
  services: Services,
  actor: Actor,
  picks: readonly string[],
): Promise<{ count: number }> {
  const current = new Map(
    (await currentPrices(services.prisma, services.clock())).map((price) => [subjectOf(price), price]),
  );
  const versions = await Promise.all(
    picks.map(async (pick) => {
      const [kind, provider, model, version] = readPick(pick);
      const price = current.get(subjectOf({ provider, model }));
      const listed = publicRule(provider, model, services.clock());
      const proposed = price ? await proposedRule(services, price) : listed && withoutSearches(listed);
      const rule = kind === 'gone' ? price && readRule(price.rule) : proposed;
      if (!rule || (price?.version ?? 0) !== version) throw outdated(model);
      const checked = checkRule(rule);
      return {
        provider,
        model,
        currency: 'USD',
        isActive: kind !== 'gone',
        action: 'price.review' as const,
        follows: version,
        ruleAfter: () => checked,
      };
    }),
  );
  await addPriceVersions(services, actor, versions);
  return { count: versions.length };
}

function readPick(pick: string): z.output<typeof pickSchema> {
  try {
    return pickSchema.parse(JSON.parse(pick));
  } catch {
    throw new DomainError('invalid', 'The list has changed. Reload the page.');
  }
}
