import { LRUCache } from 'lru-cache';

/** Rate limit per address for requests without an account: docs/self-hosting.md, Limits. */
const MAX_UNITS = 300;
const UNITS_PER_SECOND = 30;
const MAX_ADDRESSES = 50_000;

interface Bucket {
  units: number;
  atMs: number;
}

export interface AddressRateLimiter {
  /**
   * Takes units from an address's budget. Returns 0, or the seconds to wait if there are too few; then none are taken.
   */
  take(address: string, units: number): number;
}

/** Token buckets. `nowMs` is monotonic. */
export function createAddressRateLimiter(nowMs: () => number = () => performance.now()): AddressRateLimiter {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_ADDRESSES });
  return {
    take: (address, units) => {
      const now = nowMs();
      const bucket = buckets.get(address) ?? { units: MAX_UNITS, atMs: now };
      const refilled = bucket.units + ((now - bucket.atMs) / 1000) * UNITS_PER_SECOND;
      bucket.units = Math.min(MAX_UNITS, refilled);
      bucket.atMs = now;
      buckets.set(address, bucket);
      if (bucket.units < units) return Math.max(1, Math.ceil((units - bucket.units) / UNITS_PER_SECOND));
      bucket.units -= units;
      return 0;
    },
  };
}
