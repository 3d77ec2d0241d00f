import type { SettlementQueue } from './settlement-queue.server';
import type { Ledger } from './contract';
import type { LedgerReports } from './reports';

/** Services that the ledger offers to other features. */
export interface LedgerServices {
  ledger: Ledger;
  bookings: SettlementQueue;
  ledgerReports: LedgerReports;
}
