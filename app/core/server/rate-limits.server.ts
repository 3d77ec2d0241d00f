import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '~/core/shared/errors';
import { formatWait } from '~/core/shared/format-wait';
import { ADDRESS_LIMIT_DEFAULTS, type AddressLimitSetting } from './env.server';

/** A rate limit, declared as data next to what it protects. */
export interface RateLimit {
  /** Unique; names the counter. */
  name: string;
  points: number;
  perSeconds: number;
  /** For limits by address: `points` applies to the default of this setting and scales with it. */
  setting?: AddressLimitSetting;
  /** A sentence that describes the limit. The wait is appended. */
  message?: string;
}

/** In-memory counters, one set per limit. */
export interface RateLimits {
  /** Consumes a point; throws `rate-limited` with the wait if none is left. */
  take(limit: RateLimit, key: string): Promise<void>;
  /** Returns a point for an event that turned out harmless. */
  giveBack(limit: RateLimit, key: string): Promise<void>;
  /** Resets the counter of this key. */
  reset(limit: RateLimit, key: string): Promise<void>;
}

const TOO_MANY = 'Too many attempts.';

type AddressLimits = Readonly<Record<AddressLimitSetting, number>>;

export function createRateLimits(settings: AddressLimits = ADDRESS_LIMIT_DEFAULTS): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiterOf = (limit: RateLimit): RateLimiterMemory => {
    const known = limiters.get(limit.name);
    if (known) return known;
    const limiter = new RateLimiterMemory({
      keyPrefix: limit.name,
      points: pointsOf(limit, settings),
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
        // The library uses the wall clock: if it was set back, the wait would look longer than it is.
        const waitSeconds = Math.min(limit.perSeconds, Math.ceil(refusal.msBeforeNext / 1000));
        throw tooMany(limit, Math.max(1, waitSeconds));
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

function pointsOf({ points, setting }: RateLimit, settings: AddressLimits): number {
  if (setting === undefined) return points;
  return Math.max(1, Math.round((points * settings[setting]) / ADDRESS_LIMIT_DEFAULTS[setting]));
}

/** Says when to try again, and which setting an administrator can raise for a shared address. */
function tooMany({ message = TOO_MANY, setting }: RateLimit, retryAfterSeconds: number): DomainError {
  const sentences = [message, `Try again in ${formatWait(retryAfterSeconds)}.`];
  if (setting !== undefined)
    sentences.push(
      `If many people share your network, ask this server’s administrator for a higher ${setting}.`,
    );
  return new DomainError('rate-limited', sentences.join(' '), { code: 'rate_limited', retryAfterSeconds });
}

/** One key per household: an IPv6 /64 counts as one address, since its members can change freely. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  return ipaddr.process(address).toNormalizedString().split(':').slice(0, 4).join(':');
}
