export { readBilling } from './read-billing.server';
export { EXPORT_RATE_LIMIT, exportHistory, exportHistorySchema } from './export-history.server';
export { getBalance, listLedger, modelNameOf, readBillingConfig, summarizeUsage } from './balance.server';
export { breakDownCategories, categoryNames, NO_CATEGORY } from './category-breakdown.server';
export { streamLines, listHistory } from './list-history.server';
export { listKeyNames } from './list-key-names.server';
export { readUsage, startOfDays } from './read-usage.server';
export { findKnownModel, publicVendorName } from './known-models.server';
export {
  addPriceVersion,
  addPriceVersions,
  listPrices,
  ruleWithBase,
  upsertPrice,
  type NewPriceVersion,
} from './prices.server';
export { readPriceHistory, readPricesPage, savePrice } from './price-console.server';
export { previewPrice } from './preview-price.server';
export { applyReview, reviewPrices } from './review-prices.server';
export { adjustBalance, recoverBalanceChanges, grantCredit } from './change-balance.server';
export * from './responses';
export * from './schema';
export * from './price-schema';
