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
import { addPriceVersions, outdated, subjectOf, type NewPriceVersion } from './prices.server';
import { cautionFor, isPublic, PUBLIC_LIST, publicRule } from './public-prices.server';
import { PROPOSAL_KINDS, type Proposal, type VendorList } from './price-schema';
import { findReference, proposeFromReference } from './review-reference.server';

/** How long a vendor may take to list its models. */
const LIST_TIMEOUT_MS = 8_000;

/**
 * Reviews our models and prices beside the list that comes with this version, beside the public list where ours doesn't
 * know the model and, if asked, beside what vendors list. Nothing is changed.
 */
export async function reviewPrices(services: Services, { asksVendors }: { asksVendors: boolean }) {
  const [prices, names, reference] = await Promise.all([
    currentPrices(services.prisma, services.clock()),
    displayNames(services),
    proposeFromReference(services),
  ]);
  const nameOf = (price: Pick<AiPrice, 'provider' | 'model'>): string =>
    names.get(subjectOf(price)) ?? price.model;
  const differing = await Promise.all(
    prices.map(async (price): Promise<Proposal[]> => {
      const proposed = await proposedPrice(services, price);
      if (!proposed || !price.isActive) return [];
      const { rule, ...why } = proposed;
      const changes = changesBetween(
        { rule: readRule(price.rule), isActive: true },
        { rule, isActive: true },
      );
      return changes.length === 0 ? [] : [proposal('differs', price, nameOf(price), changes, why)];
    }),
  );
  const vendors = asksVendors ? await askVendors(services, prices, nameOf) : null;
  return {
    proposals: [
      ...reference.map((each) => each.proposal),
      ...differing.flat(),
      ...(vendors?.flatMap(({ proposals }) => proposals) ?? []),
    ],
    vendors:
      vendors?.map(({ provider, error, count, unknown }): VendorList => ({
        provider,
        error,
        count,
        unknown,
      })) ?? null,
  };
}

interface ProposedPrice {
  rule: PriceRule;
  source: string;
  caution: string | null;
}

/**
 * What the list of this version says, else the public one. A search fee is ours to set unless we charge one: most vendors
 * bill searches only to who asks for them.
 */
async function proposedPrice(
  { catalogue, clock }: Services,
  { provider, model, rule }: Pick<AiPrice, 'provider' | 'model'> & { rule: string },
): Promise<ProposedPrice | undefined> {
  const listed = knownPrice(provider, model, clock());
  const ours = readRule(rule);
  // Neither list has prices for minutes of audio.
  if (!listed || ours.audioMinuteFee !== undefined) return undefined;
  const searches = (await catalogue.find(provider, model))?.searches.most ?? 0;
  const fee = listed.rule.searchFee > 0n ? listed.rule.searchFee : ours.searchFee;
  return {
    ...listed,
    rule: { ...listed.rule, searchFee: ours.searchFee > 0n || searches > 0 ? fee : 0n },
  };
}

/** A price that this version comes with was looked up at its vendor, so it counts before the public list's. */
function knownPrice(provider: string, model: string, nowMs: number): ProposedPrice | undefined {
  const reference = findReference(provider, model, nowMs);
  const listed = publicRule(provider, model, nowMs);
  if (!reference) {
    return listed && { rule: listed, source: PUBLIC_LIST, caution: cautionFor(provider) };
  }
  const isDisputed =
    listed !== undefined && cautionFor(provider) === null && !hasSameRates(listed, reference.rule);
  return {
    rule: reference.rule,
    source: `Promptwell’s list: ${reference.source}`,
    caution: isDisputed ? 'The public list has another price. Check with the vendor.' : null,
  };
}

const hasSameRates = (one: PriceRule, other: PriceRule): boolean =>
  one.rates.input === other.rates.input && one.rates.output === other.rates.output;

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
          const unknown = models.filter(
            (model) =>
              !own.some((price) => isListedAs(price.model, [model])) &&
              knownPrice(provider, model, services.clock()) === undefined,
          );
          return { provider, error: null, count: models.length, unknown, proposals };
        } catch (error) {
          const message = error instanceof Error ? error.message : 'It could not be asked.';
          return { provider, error: message, count: 0, unknown: [], proposals: [] };
        }
      }),
  );

/** Our prices of models that the vendor lists no more: they are to be off. A vendor that lists nothing says nothing. */
function withdrawn(models: readonly string[], own: readonly AiPrice[], nameOf: NameOf): Proposal[] {
  if (models.length === 0) return [];
  return own
    .filter(({ model, isActive }) => isActive && !isListedAs(model, models))
    .map((price) => {
      const rule = readRule(price.rule);
      const changes = changesBetween({ rule, isActive: true }, { rule, isActive: false });
      return proposal('gone', price, nameOf(price), changes, {
        source: 'The vendor’s own list, read just now',
        caution: 'Vendors may answer with models that they don’t list. Test it before you turn it off.',
      });
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
    .filter((model) => findReference(provider, model, nowMs) === undefined)
    .flatMap((model) => {
      const rule = publicRule(provider, model, nowMs);
      if (!rule) return [];
      const changes = changesBetween(undefined, { rule: withoutSearches(rule), isActive: true });
      const why = { source: PUBLIC_LIST, caution: cautionFor(provider) };
      return [proposal('new', { provider, model, version: 0 }, model, changes, why)];
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
  { source, caution }: Pick<Proposal, 'source' | 'caution'>,
): Proposal => ({
  key: JSON.stringify([kind, provider, model, version]),
  kind,
  provider,
  model,
  displayName,
  changes,
  source,
  caution,
});

const pickSchema = z.tuple([
  z.enum(PROPOSAL_KINDS),
  z.string().max(64),
  z.string().max(128),
  z.union([z.number().int().min(0), z.string().max(300)]),
]);

/**
 * Applies what was ticked, with an audit event each, prices as new versions: all of it, or nothing where a price or a
 * model has changed since it was looked at. @throws DomainError `review_outdated`
 */
export async function applyReview(
  services: Services,
  actor: Actor,
  picks: readonly string[],
): Promise<{ count: number }> {
  const proposed = new Map(
    (await proposeFromReference(services)).map((each) => [each.proposal.key, each] as const),
  );
  const current = new Map(
    (await currentPrices(services.prisma, services.clock())).map((price) => [subjectOf(price), price]),
  );
  const unique = [...new Set(picks)].map((key) => ({ pick: readPick(key), reference: proposed.get(key) }));
  const versions = await Promise.all(
    unique.map(async ({ pick: [kind, provider, model, state], reference }): Promise<NewPriceVersion[]> => {
      if (reference) return reference.versions;
      const price = current.get(subjectOf({ provider, model }));
      const rule = await ruleOfPick(services, { kind, provider, model }, price);
      if (!rule || (price?.version ?? 0) !== state) throw outdated(model);
      const checked = checkRule(rule);
      return [
        {
          provider,
          model,
          currency: 'USD',
          isActive: kind !== 'gone',
          action: 'price.review',
          follows: state,
          ruleAfter: () => checked,
        },
      ];
    }),
  );
  await addPriceVersions(services, actor, versions.flat(), async (transaction) => {
    for (const { reference } of unique) await reference?.writeModel?.(transaction, actor);
  });
  return { count: unique.length };
}

async function ruleOfPick(
  services: Services,
  { kind, provider, model }: Pick<Proposal, 'kind' | 'provider' | 'model'>,
  price: AiPrice | undefined,
): Promise<PriceRule | undefined> {
  if (kind === 'gone') return price && readRule(price.rule);
  if (kind !== 'differs' && kind !== 'new') return undefined;
  if (price) return (await proposedPrice(services, price))?.rule;
  const listed = knownPrice(provider, model, services.clock());
  return listed && withoutSearches(listed.rule);
}

function readPick(pick: string): z.output<typeof pickSchema> {
  try {
    return pickSchema.parse(JSON.parse(pick));
  } catch {
    throw new DomainError('invalid', 'The list has changed. Reload the page.');
  }
}
