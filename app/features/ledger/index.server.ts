export type * from './contract';
export * from './price-rule';
export { readRule, storedRule } from './stored-rule';
export { createBookings, type Bookings } from './bookings.server';
export { ledgerData } from './personal-data.server';
export { REVENUE_ACCOUNT } from './sqlite/accounts.server';
export { reconcileFile } from './sqlite/reconcile.server';
export { createLedger } from './sqlite/sqlite-ledger.server';
export { createLedgerReports, type LedgerReports, type WalkedEntry } from './sqlite/reports.server';
