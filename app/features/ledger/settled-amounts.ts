import { costByRule, type BilledUsage, type PriceRule } from './price-rule';

/** The hold that an operation is settled against. */
export interface HeldAmount {
  amountMicroUsd: bigint;
  price: PriceRule;
  isFree: boolean;
}

/** The amounts of a settlement in micro-dollars. Everything that shows a charge is built from them. */
export interface SettledAmounts {
  /** The regular price of the usage. */
  costMicroUsd: bigint;
  /** The user's charge: the cost up to the hold; nothing for a free operation. */
  chargedMicroUsd: bigint;
  /** Cost beyond the hold, borne by the platform. */
  overrunMicroUsd: bigint;
  /** Saved by the vendor's prompt cache; negative if cache writes cost more. */
  cacheSavedMicroUsd: bigint;
}

/** The only place that computes a charge. */
export function settledAmounts(
  { amountMicroUsd, price, isFree }: HeldAmount,
  usage: BilledUsage,
): SettledAmounts {
  const costMicroUsd = costByRule(price, usage);
  const paidMicroUsd = costMicroUsd < amountMicroUsd ? costMicroUsd : amountMicroUsd;
  const uncachedMicroUsd = costByRule(price, { ...usage, cacheReadTokens: 0, cacheWriteTokens: 0 });
  return {
    costMicroUsd,
    chargedMicroUsd: isFree ? 0n : paidMicroUsd,
    overrunMicroUsd: costMicroUsd - paidMicroUsd,
    cacheSavedMicroUsd: isFree ? 0n : uncachedMicroUsd - costMicroUsd,
  };
}
