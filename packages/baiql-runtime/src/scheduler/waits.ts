import type { TransientFault } from '../host.js';

interface WaitRule {
  /** Milliseconds before the second attempt; doubles with each further one. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Attempts with this failure before the request fails permanently. */
  readonly attempts: number;
}

const RULES: Readonly<Record<TransientFault, WaitRule>> = {
  'rate-limit': { firstMs: 500, longestMs: 60_000, attempts: 30 },
  // About 25 minutes in total: longer than an unsettled call can stay open.
  'in-flight': { firstMs: 1_000, longestMs: 60_000, attempts: 38 },
  overloaded: { firstMs: 250, longestMs: 30_000, attempts: 10 },
  connection: { firstMs: 250, longestMs: 30_000, attempts: 10 },
  timeout: { firstMs: 500, longestMs: 30_000, attempts: 3 },
  'empty-reply': { firstMs: 250, longestMs: 5_000, attempts: 3 },
  'bad-answer': { firstMs: 250, longestMs: 5_000, attempts: 3 },
};

/** Upper bound of a provider's retry-after. */
const LONGEST_ASKED_MS = 15 * 60_000;

/**
 * The delay before a retry; null after too many failures. Exponential backoff with jitter, so that many requests do not
 * return at once, and never shorter than the provider's retry-after.
 * @param times how often the request has failed this way, including now.
 * @param random between 0 and 1.
 */
export function waitBefore(
  fault: TransientFault,
  times: number,
  askedMs: number | undefined,
  random: number,
): number | null {
  const rule = RULES[fault];
  if (times >= rule.attempts) return null;
  const grownMs = Math.min(rule.longestMs, rule.firstMs * 2 ** (times - 1));
  if (askedMs === undefined) return grownMs * (0.5 + random / 2);
  const grantedMs = Math.min(askedMs, LONGEST_ASKED_MS);
  return grantedMs + Math.min(grownMs, grantedMs / 4 + 50) * random;
}
