import type { UsageInterval } from '~/features/ledger/contract';

/** Totals of a set of requests. Amounts are micro-dollars as numbers; the ledger keeps them exact. */
export type Sums = Omit<
  UsageInterval,
  'startMs' | 'endpoint' | 'provider' | 'model' | 'categoryId' | 'apiKeyId'
>;

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

function addTo(sums: Sums, quarter: UsageInterval): void {
  sums.requests += quarter.requests;
  sums.freeRequests += quarter.freeRequests;
  sums.notCharged += quarter.notCharged;
  sums.inputTokens += quarter.inputTokens;
  sums.outputTokens += quarter.outputTokens;
  sums.costMicroUsd += quarter.costMicroUsd;
  sums.freeValueMicroUsd += quarter.freeValueMicroUsd;
  sums.cacheSavedMicroUsd += quarter.cacheSavedMicroUsd;
}

export function sumOf(quarters: Iterable<UsageInterval>): Sums {
  const sums = nothing();
  for (const quarter of quarters) addTo(sums, quarter);
  return sums;
}

/** Totals by `keyOf`, most expensive first. */
export function sumsBy<Key>(
  quarters: Iterable<UsageInterval>,
  keyOf: (quarter: UsageInterval) => Key,
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

/** Totals by slot, in order. `quarters` must be ordered by time, as the ledger returns them. */
export function sumsBySlot(
  quarters: Iterable<UsageInterval>,
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

/** Whole days that the balance lasts at this pace, at least one; null if nothing is spent. */
export function daysUntilDepletion(
  balanceMicroUsd: number,
  spentMicroUsd: number,
  days: number,
): number | null {
  if (spentMicroUsd <= 0 || balanceMicroUsd <= 0) return null;
  return Math.max(1, Math.floor(balanceMicroUsd / (spentMicroUsd / days)));
}

/** Percentage change from `before`; null if that is zero. */
export const changeInPercent = (now: number, before: number): number | null =>
  before <= 0 ? null : Math.round(((now - before) / before) * 100);

/** A share in percent with at most one decimal, like the API's. */
export const percentOf = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round((part / whole) * 1000) / 10;
