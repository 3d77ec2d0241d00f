export { getBalance, listLedger, summarizeUsage } from './balance.server';
export { readUsage } from './read-usage.server';
export { listPrices, upsertPrice } from './prices.server';
export { adjustBalance, grantCredit } from './change-balance.server';
export * from './schema';
