import { costByRule, type BilledUsage, type PriceRule } from './price-rule';

/** What an operation is settled against. */
export interface HeldAmount {
  amountMicroUsd: bigint;
  price: PriceRule;
  isFree: boolean;
}

/** What the usage of an operation comes to, in micro-dollars. Everything that shows a charge is built from it. */
export interface SettledAmounts {
  /** The regular price of the usage. */
  costMicroUsd: bigint;
  /** What the user pays: the cost up to the hold; nothing for a free operation. */
  chargedMicroUsd: bigint;
  /** Cost beyond the hold, borne by the platform. */
  overrunMicroUsd: bigint;
  /** What the vendor's prompt cache saved the user; negative if cache writes cost more. */
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
