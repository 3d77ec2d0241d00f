import type { AiPrice } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';
import type { Actor } from '~/core/server/session.server';
import { currentPrices } from '~/features/completions/index.server';
import { checkRule, readRule, type PriceRule } from '~/features/ledger/index.server';
import type { BillingDeps } from './deps.server';
import { displayNames } from './price-console.server';
import { changesBetween } from './price-lines.server';
import { addPriceVersions, outdated, subjectOf, type NewPriceVersion } from './prices.server';
import { PROPOSAL_KINDS, type Proposal, type VendorList } from './price-schema';
import { joinCautions, knownPrice, proposal, withoutSearches, type ProposedPrice } from './proposals.server';
import { proposeFromReference } from './review-reference.server';
import { addListedModel, askVendors, withdrawModel } from './review-vendor-lists.server';
import { cautionManualPrices } from './manual-prices.server';

/**
 * Compares our models and prices with the bundled reference list, with the public list for models it lacks and, if
 * requested, with the vendors' model lists. Changes nothing.
 */
export async function reviewPrices(services: BillingDeps, { asksVendors }: { asksVendors: boolean }) {
  const [prices, names, reference] = await Promise.all([
    currentPrices(services.prisma, services.clock()),
    displayNames(services),
    proposeFromReference(services),
  ]);
  const typed = await cautionManualPrices(services.prisma, prices);
  const differing = await Promise.all(
    prices.map(async (price): Promise<Proposal[]> => {
      const proposed = await proposedPrice(services, price);
      if (!proposed || !price.isActive) return [];
      const { rule, source, caution } = proposed;
      const changes = changesBetween(
        { rule: readRule(price.rule), isActive: true },
        { rule, isActive: true },
      );
      if (changes.length === 0) return [];
      const why = { source, caution: joinCautions(typed.get(price.id) ?? null, caution) };
      return [proposal('differs', price, names.get(subjectOf(price)) ?? price.model, changes, why)];
    }),
  );
  const vendors = asksVendors ? await askVendors(services, prices) : null;
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

/**
 * The reference list's price, otherwise the public list's. Keeps our search fee; proposes one only if we charge it or
 * the model searches.
 */
async function proposedPrice(
  { catalogue, clock }: Pick<BillingDeps, 'clock' | 'catalogue'>,
  { provider, model, rule }: Pick<AiPrice, 'provider' | 'model'> & { rule: string },
): Promise<ProposedPrice | undefined> {
  const listed = knownPrice(provider, model, clock());
  const ours = readRule(rule);
  // Neither list has per-minute prices.
  if (!listed || ours.audioMinuteFee !== undefined) return undefined;
  const searches = (await catalogue.find(provider, model))?.searches.most ?? 0;
  const fee = listed.rule.searchFee > 0n ? listed.rule.searchFee : ours.searchFee;
  return {
    ...listed,
    rule: { ...listed.rule, searchFee: ours.searchFee > 0n || searches > 0 ? fee : 0n },
  };
}

const pickSchema = z.tuple([
  z.enum(PROPOSAL_KINDS),
  z.string().max(64),
  z.string().max(128),
  z.union([z.number().int().min(0), z.string().max(300)]),
]);

/**
 * Applies the selected proposals in one transaction, with an audit event each.
 * @throws DomainError `review_outdated`, if a price or model has changed since the review
 */
export async function applyReview(
  services: BillingDeps,
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
    for (const { pick, reference } of unique) {
      const [kind, provider, model] = pick;
      if (reference) await reference.writeModel?.(transaction, actor);
      else if (kind === 'new') await addListedModel(transaction, services, actor, { provider, model });
      else if (kind === 'gone') await withdrawModel(transaction, services, { provider, model });
    }
  });
  return { count: unique.length };
}

async function ruleOfPick(
  services: BillingDeps,
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
