import { z } from '~/core/shared/zod';

/** Upper bounds of the latency histogram's buckets; a last bucket counts slower requests. */
export const LATENCY_BOUNDS_MS = [100, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000];

export function latencyBucket(ms: number): number {
  const bucket = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound);
  return bucket === -1 ? LATENCY_BOUNDS_MS.length : bucket;
}

const countsSchema = z.array(
  z
    .number()
    .nullable()
    .transform((count) => count ?? 0),
);

export const parseLatency = (json = '[]'): number[] => countsSchema.parse(JSON.parse(json));

export const addCounts = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, (_, index) => (one[index] ?? 0) + (other[index] ?? 0));

/** The upper bound of the bucket that contains this quantile; null without data or if it is in the last bucket. */
export function latencyQuantile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [index, count] of counts.entries()) {
    seen += count;
    if (total > 0 && seen >= share * total) return LATENCY_BOUNDS_MS[index] ?? null;
  }
  return null;
}
