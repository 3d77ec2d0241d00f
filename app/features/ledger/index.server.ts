export type * from './contract';
export { costMicroUsd, MAX_MICRO_USD, usdText } from './money';
export { ledgerData } from './personal-data.server';
export { reconcileFile } from './sqlite/reconcile.server';
export { createLedger, type LedgerSettings } from './sqlite/sqlite-ledger.server';
