import { MINUTE_MS } from '~/core/shared/clock';
import { z } from '~/core/shared/zod';
import type { BilledUsage } from '../contract';
import type { HoldRow } from './rows';

/** Days start at a multiple of 15 minutes in every time zone, so intervals can be summed to days of any of them. */
export const USAGE_INTERVAL_MS = 15 * MINUTE_MS;

/** What one operation adds; missing fields are 0. */
export interface UsageOfCall {
  requests?: bigint;
  freeRequests?: bigint;
  notCharged?: bigint;
  inputTokens?: bigint;
  outputTokens?: bigint;
  costMicroUsd?: bigint;
  freeValueMicroUsd?: bigint;
  cacheSavedMicroUsd?: bigint;
}

/** The columns that one operation adds to. */
export const addedUsage = (hold: HoldRow, atMs: number, call: UsageOfCall) => ({
  userId: hold.userId,
  quarter: BigInt(atMs - (atMs % USAGE_INTERVAL_MS)),
  endpoint: hold.endpoint,
  provider: hold.provider,
  model: hold.model,
  categoryId: hold.categoryId ?? 0n,
  apiKeyId: hold.apiKeyId ?? '',
  requests: call.requests ?? 0n,
  freeRequests: call.freeRequests ?? 0n,
  notCharged: call.notCharged ?? 0n,
  inputTokens: call.inputTokens ?? 0n,
  outputTokens: call.outputTokens ?? 0n,
  costMicroUsd: call.costMicroUsd ?? 0n,
  freeValueMicroUsd: call.freeValueMicroUsd ?? 0n,
  cacheSavedMicroUsd: call.cacheSavedMicroUsd ?? 0n,
});

const count = z.number().int().nonnegative();
const extrasSchema = z.object({
  cacheReadTokens: count.default(0),
  cacheWriteTokens: count.default(0),
  searches: count.default(0),
  audioSeconds: count.optional(),
});
export type BilledExtras = z.output<typeof extrasSchema>;

/** JSON of the billed usage other than plain tokens; null if there is none, as for most completions. */
export function storedExtras(usage: BilledUsage): string | null {
  const { cacheReadTokens, cacheWriteTokens, searches, audioSeconds = 0 } = usage;
  if (cacheReadTokens + cacheWriteTokens + searches + audioSeconds === 0) return null;
  return JSON.stringify({
    cacheReadTokens,
    cacheWriteTokens,
    searches,
    ...(audioSeconds > 0 && { audioSeconds }),
  });
}

export const readExtras = (stored: string | null): BilledExtras =>
  extrasSchema.parse(stored === null ? {} : JSON.parse(stored));
