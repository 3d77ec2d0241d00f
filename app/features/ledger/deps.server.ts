import type { CoreServices } from '~/core/core-services';
import type { Bookings } from './bookings.server';
import type { Ledger } from './contract';
import type { LedgerReports } from './sqlite/reports.server';

/** What ledger offers to other features. */
export interface LedgerServices {
  ledger: Ledger;
  bookings: Bookings;
  ledgerReports: LedgerReports;
}

/** What the use cases of ledger need, each a part of it. */
export type LedgerDeps = Pick<CoreServices, 'prisma'>;
