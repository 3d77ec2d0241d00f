import type { CoreServices } from '~/core/core-services';
import type { SettlementQueue } from './settlement-queue.server';
import type { Ledger } from './contract';
import type { LedgerReports } from './sqlite/reports.server';

/** Services that the ledger offers to other features. */
export interface LedgerServices {
  ledger: Ledger;
  bookings: SettlementQueue;
  ledgerReports: LedgerReports;
}

/** Dependencies of the ledger use cases; each takes a part of them. */
export type LedgerDeps = Pick<CoreServices, 'prisma'>;
