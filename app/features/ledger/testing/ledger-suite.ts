import { describe } from 'vitest';
import type { OpenLedger } from './harness';
import { describeCalls } from './suite-calls';
import { describeCredits } from './suite-credits';
import { describeLimits } from './suite-limits';
import { describePrices } from './suite-prices';
import { describeRaces } from './suite-races';
import { describeRecovery } from './suite-recovery';

/**
 * Tests that every ledger implementation must pass. `rest` is put behind the names of those that look at what is the same
 * for all, or wait long: ` @soak` leaves them to the soak.
 */
export function describeLedger(name: string, open: OpenLedger, rest: '' | ' @soak' = ''): void {
  describe(name, () => {
    describeCalls(open);
    describeLimits(open, rest);
    describePrices(open);
    describeCredits(open);
    describeRecovery(open, rest);
    describeRaces(open);
  });
}
