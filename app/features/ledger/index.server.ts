export type * from './contract';
export { MAX_MICRO_USD, usdText } from './money';
export * from './price-rule';
export { readRule, storedRule } from './stored-rule';
export { ledgerData } from './personal-data.server';
export { REVENUE_ACCOUNT } from './sqlite/accounts.server';
export { reconcileFile } from './sqlite/reconcile.server';
export { createLedger, type LedgerSettings } from './sqlite/sqlite-ledger.server';
export { createLedgerReports, type LedgerReports } from './sqlite/reports.server';
