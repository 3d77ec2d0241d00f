import { LRUCache } from 'lru-cache';

/** Rate limit per address for requests without an account: docs/self-hosting.md, Limits. */
const MAX_UNITS = 300;
const UNITS_A_SECOND = 30;
const MAX_ADDRESSES = 50_000;

interface Budget {
  units: number;
  atMs: number;
}

export interface AddressBudgets {
  /**
   * Takes units from an address's budget. Returns 0, or the seconds to wait if there are too few; then none are taken.
   */
  take(address: string, units: number): number;
}

/** Token buckets. `nowMs` is monotonic. */
export function createAddressBudgets(nowMs: () => number = () => performance.now()): AddressBudgets {
  const budgets = new LRUCache<string, Budget>({ max: MAX_ADDRESSES });
  return {
    take: (address, units) => {
      const now = nowMs();
      const budget = budgets.get(address) ?? { units: MAX_UNITS, atMs: now };
      const refilled = budget.units + ((now - budget.atMs) / 1000) * UNITS_A_SECOND;
      budget.units = Math.min(MAX_UNITS, refilled);
      budget.atMs = now;
      budgets.set(address, budget);
      if (budget.units < units) return Math.max(1, Math.ceil((units - budget.units) / UNITS_A_SECOND));
      budget.units -= units;
      return 0;
    },
  };
}
