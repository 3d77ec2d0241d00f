import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '~/core/shared/errors';

/** How often something may happen. Declared as data by the feature that it protects. */
export interface RateRule {
  /** Unique; names the counter. */
  name: string;
  points: number;
  perSeconds: number;
  message?: string;
}

/** Counters in this process's memory, one set a rule. */
export interface RateLimits {
  /** Counts one; throws `rate-limited` with the wait when there is nothing left. */
  take(rule: RateRule, key: string): Promise<void>;
  /** Gives one back: what was counted turned out harmless. */
  giveBack(rule: RateRule, key: string): Promise<void>;
  /** Starts the count of this key anew. */
  reset(rule: RateRule, key: string): Promise<void>;
}

export const TOO_MANY = 'Too many attempts. Please wait a little and try again.';

export function createRateLimits(): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiterOf = (rule: RateRule): RateLimiterMemory => {
    const known = limiters.get(rule.name);
    if (known) return known;
    const limiter = new RateLimiterMemory({
      keyPrefix: rule.name,
      points: rule.points,
      duration: rule.perSeconds,
    });
    limiters.set(rule.name, limiter);
    return limiter;
  };
  return {
    take: async (rule, key) => {
      try {
        await limiterOf(rule).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new DomainError('rate-limited', rule.message ?? TOO_MANY, {
          code: 'rate_limited',
          retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
        });
      }
    },
    giveBack: async (rule, key) => {
      await limiterOf(rule).reward(key);
    },
    reset: async (rule, key) => {
      await limiterOf(rule).delete(key);
    },
  };
}

/** One key for one household: an IPv6 network of 64 bits counts as one address, or changing it would cost nothing. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  return ipaddr.process(address).toNormalizedString().split(':').slice(0, 4).join(':');
}
