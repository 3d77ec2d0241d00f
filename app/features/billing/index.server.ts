export { getBalance, listLedger, summarizeUsage } from './balance.server';
export { readUsage } from './read-usage.server';
export { listPrices, upsertPrice } from './prices.server';
export { readPriceHistory, readPricesPage, savePrice } from './price-console.server';
export { previewPrice } from './preview-price.server';
export { applyReview, reviewPrices } from './review-prices.server';
export { adjustBalance, grantCredit } from './change-balance.server';
export * from './schema';
export * from './price-schema';
