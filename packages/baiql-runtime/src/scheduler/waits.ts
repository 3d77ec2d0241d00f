import type { PassingFault } from '../host.js';

interface WaitRule {
  /** Milliseconds before the second attempt; doubled for each further one. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Attempts that may end with this fault before the request fails for good. */
  readonly attempts: number;
}

const RULES: Readonly<Record<PassingFault, WaitRule>> = {
  'rate-limit': { firstMs: 500, longestMs: 60_000, attempts: 30 },
  // 25 minutes in all, give or take: longer than a call that nobody ended is held open.
  'in-flight': { firstMs: 1_000, longestMs: 60_000, attempts: 38 },
  overloaded: { firstMs: 250, longestMs: 30_000, attempts: 10 },
  connection: { firstMs: 250, longestMs: 30_000, attempts: 10 },
  timeout: { firstMs: 500, longestMs: 30_000, attempts: 3 },
  'empty-reply': { firstMs: 250, longestMs: 5_000, attempts: 3 },
  'bad-answer': { firstMs: 250, longestMs: 5_000, attempts: 3 },
};

/** No wish of a provider is granted beyond this. */
const LONGEST_ASKED_MS = 15 * 60_000;

/**
 * How long to wait before a request is sent again; null when it has failed too often. Waits grow, are spread by chance
 * so that many requests do not come back at once, and are never shorter than what the provider asked for.
 * @param times how often the request has ended with this fault, this time included.
 * @param random between 0 and 1.
 */
export function waitBefore(
  fault: PassingFault,
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
