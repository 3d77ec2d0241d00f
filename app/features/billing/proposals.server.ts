import type { AiPrice } from '@prisma/client';
import type { PriceRule } from '~/features/ledger/index.server';
import type { Proposal } from './price-schema';
import { cautionFor, PUBLIC_LIST, publicRule } from './public-prices.server';
import { findReference } from './review-reference.server';

export interface ProposedPrice {
  rule: PriceRule;
  source: string;
  caution: string | null;
}

/**
 * The known price of a model. Our reference list was checked with the vendor, so it takes precedence over the public
 * list.
 */
export function knownPrice(provider: string, model: string, nowMs: number): ProposedPrice | undefined {
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

/** Most vendors bill searches only on request, so a search fee is charged only if an administrator sets one. */
export const withoutSearches = (rule: PriceRule): PriceRule => ({ ...rule, searchFee: 0n });

export const proposal = (
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

export const joinCautions = (...cautions: readonly (string | null)[]): string | null =>
  cautions.filter((caution) => caution !== null).join(' ') || null;
