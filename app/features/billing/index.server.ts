export { getBalance, type ShownBalance } from './get-balance.server';
export { listLedger, summariseUsage, type ShownLine } from './list-ledger.server';
export { listPrices, upsertPrice } from './prices.server';
export { adjustBalance, grantCredit } from './change-balance.server';
export { adjustSchema, grantSchema, ledgerQuerySchema, rangeQuerySchema, upsertPriceSchema } from './schema';
