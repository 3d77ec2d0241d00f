export type * from './contract';
export { costMicroUsd, exactCents, MAX_MICRO_USD, usdText, wholeCents } from './money';
export { reconcileFile } from './sqlite/reconcile.server';
export { createLedger, type LedgerSettings } from './sqlite/sqlite-ledger.server';
