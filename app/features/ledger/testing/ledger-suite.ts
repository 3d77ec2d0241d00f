import { describe } from 'vitest';
import type { OpenLedger } from './harness';
import { describeCalls } from './suite-calls';
import { describeCredits } from './suite-credits';
import { describeLimits } from './suite-limits';
import { describePrices } from './suite-prices';
import { describeRaces } from './suite-races';
import { describeRecovery } from './suite-recovery';

/** Tests that every ledger implementation must pass. */
export function describeLedger(name: string, open: OpenLedger): void {
  describe(name, () => {
    describeCalls(open);
    describeLimits(open);
    describePrices(open);
    describeCredits(open);
    describeRecovery(open);
    describeRaces(open);
  });
}
