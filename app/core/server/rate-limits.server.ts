import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '~/core/shared/errors';

/** How often something may happen. Declared as data beside what it protects. */
export interface RateLimit {
  /** Unique; names the counter. */
  name: string;
  points: number;
  perSeconds: number;
  message?: string;
}

/** Counters in this process's memory, one set a limit. */
export interface RateLimits {
  /** Counts one; throws `rate-limited` with the wait when there is nothing left. */
  take(limit: RateLimit, key: string): Promise<void>;
  /** Gives one back: what was counted turned out harmless. */
  giveBack(limit: RateLimit, key: string): Promise<void>;
  /** Starts the count of this key anew. */
  reset(limit: RateLimit, key: string): Promise<void>;
}

const TOO_MANY = 'Too many attempts. Please wait a moment and try again.';

export function createRateLimits(): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiterOf = (limit: RateLimit): RateLimiterMemory => {
    const known = limiters.get(limit.name);
    if (known) return known;
    const limiter = new RateLimiterMemory({
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.perSeconds,
    });
    limiters.set(limit.name, limiter);
    return limiter;
  };
  return {
    take: async (limit, key) => {
      try {
        await limiterOf(limit).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new DomainError('rate-limited', limit.message ?? TOO_MANY, {
          code: 'rate_limited',
          // The library counts to a time of day: if that was set back, the wait would seem longer than it is.
          retryAfterSeconds: Math.min(limit.perSeconds, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))),
        });
      }
    },
    giveBack: async (limit, key) => {
      await limiterOf(limit).reward(key);
    },
    reset: async (limit, key) => {
      await limiterOf(limit).delete(key);
    },
  };
}

/** One key for one household: an IPv6 network of 64 bits counts as one address, or changing it would cost nothing. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  return ipaddr.process(address).toNormalizedString().split(':').slice(0, 4).join(':');
}
