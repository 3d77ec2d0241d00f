import type { UsageQuarter } from '~/features/ledger/contract';

/** What some requests add up to. Amounts are micro-dollars, as numbers: the ledger keeps them exact as such. */
export type Sums = Omit<UsageQuarter, 'startMs' | 'endpoint' | 'provider' | 'model' | 'categoryId'>;

const nothing = (): Sums => ({
  requests: 0,
  freeRequests: 0,
  notCharged: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicroUsd: 0,
  freeValueMicroUsd: 0,
  cacheSavedMicroUsd: 0,
});

function addTo(sums: Sums, quarter: UsageQuarter): void {
  sums.requests += quarter.requests;
  sums.freeRequests += quarter.freeRequests;
  sums.notCharged += quarter.notCharged;
  sums.inputTokens += quarter.inputTokens;
  sums.outputTokens += quarter.outputTokens;
  sums.costMicroUsd += quarter.costMicroUsd;
  sums.freeValueMicroUsd += quarter.freeValueMicroUsd;
  sums.cacheSavedMicroUsd += quarter.cacheSavedMicroUsd;
}

export function sumOf(quarters: Iterable<UsageQuarter>): Sums {
  const sums = nothing();
  for (const quarter of quarters) addTo(sums, quarter);
  return sums;
}

/** Sums by what `keyOf` says, the most expensive first. */
export function sumsBy<Key>(
  quarters: Iterable<UsageQuarter>,
  keyOf: (quarter: UsageQuarter) => Key,
): { key: Key; sums: Sums }[] {
  const groups = new Map<Key, Sums>();
  for (const quarter of quarters) {
    const key = keyOf(quarter);
    let sums = groups.get(key);
    if (!sums) {
      sums = nothing();
      groups.set(key, sums);
    }
    addTo(sums, quarter);
  }
  return [...groups]
    .map(([key, sums]) => ({ key, sums }))
    .sort(
      (one, other) =>
        other.sums.costMicroUsd - one.sums.costMicroUsd || other.sums.requests - one.sums.requests,
    );
}

/** One sum for each slot, in order; the quarters come in the order of time, as the ledger gives them. */
export function sumsBySlot(
  quarters: Iterable<UsageQuarter>,
  slots: readonly { startMs: number; endMs: number }[],
): Sums[] {
  const sums = slots.map(nothing);
  let at = 0;
  for (const quarter of quarters) {
    while (at < slots.length - 1 && quarter.startMs >= (slots[at]?.endMs ?? Infinity)) at += 1;
    const own = sums[at];
    if (own) addTo(own, quarter);
  }
  return sums;
}

/** How long the balance lasts at this pace: whole days, at least one; null when nothing is spent. */
export function daysUntilDepletion(
  balanceMicroUsd: number,
  spentMicroUsd: number,
  days: number,
): number | null {
  if (spentMicroUsd <= 0 || balanceMicroUsd <= 0) return null;
  return Math.max(1, Math.floor(balanceMicroUsd / (spentMicroUsd / days)));
}

/** By how many percent a figure differs from the one before it; null where there was nothing before. */
export const changeInPercent = (now: number, before: number): number | null =>
  before <= 0 ? null : Math.round(((now - before) / before) * 100);

/** A part in percent with at most one decimal, as the API gives it. */
export const percentOf = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round((part / whole) * 1000) / 10;
