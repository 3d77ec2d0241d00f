import type { CoreServices } from '~/core/core-services';
import type { SettlementQueue } from './settlement-queue.server';
import type { Ledger } from './contract';
import type { LedgerReports } from './sqlite/reports.server';

/** What ledger offers to other features. */
export interface LedgerServices {
  ledger: Ledger;
  bookings: SettlementQueue;
  ledgerReports: LedgerReports;
}

/** What the use cases of ledger need, each a part of it. */
export type LedgerDeps = Pick<CoreServices, 'prisma'>;
