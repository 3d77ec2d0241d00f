import type { UsageQuarter } from '~/features/ledger/contract';

/** What some requests add up to. Amounts are micro-dollars, as numbers: the ledger keeps them exact as such. */
export interface Sums {
  requests: number;
  freeRequests: number;
  notCharged: number;
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: number;
  freeValueMicroUsd: number;
  cacheSavedMicroUsd: number;
}

const NOTHING: Sums = {
  requests: 0,
  freeRequests: 0,
  notCharged: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicroUsd: 0,
  freeValueMicroUsd: 0,
  cacheSavedMicroUsd: 0,
};
const FIGURES = Object.keys(NOTHING) as (keyof Sums)[];

export function sumOf(quarters: Iterable<UsageQuarter>): Sums {
  const sums = { ...NOTHING };
  for (const quarter of quarters) {
    for (const figure of FIGURES) sums[figure] += Number(quarter[figure]);
  }
  return sums;
}

/** Sums by what `keyOf` says, the most expensive first. */
export function sumsBy<Key>(
  quarters: readonly UsageQuarter[],
  keyOf: (quarter: UsageQuarter) => Key,
): { key: Key; sums: Sums }[] {
  const groups = new Map<Key, UsageQuarter[]>();
  for (const quarter of quarters) {
    const key = keyOf(quarter);
    const group = groups.get(key);
    if (group) group.push(quarter);
    else groups.set(key, [quarter]);
  }
  return [...groups]
    .map(([key, group]) => ({ key, sums: sumOf(group) }))
    .sort(
      (one, other) =>
        other.sums.costMicroUsd - one.sums.costMicroUsd || other.sums.requests - one.sums.requests,
    );
}

/** One sum for each slot, in order; the quarters come in the order of time, as the ledger gives them. */
export function sumsBySlot(
  quarters: readonly UsageQuarter[],
  slots: readonly { startMs: number; endMs: number }[],
): Sums[] {
  const parts = slots.map((): UsageQuarter[] => []);
  let at = 0;
  for (const quarter of quarters) {
    while (at < slots.length - 1 && quarter.startMs >= (slots[at]?.endMs ?? Infinity)) at += 1;
    parts[at]?.push(quarter);
  }
  return parts.map(sumOf);
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
