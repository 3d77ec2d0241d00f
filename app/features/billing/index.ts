export * from './responses';
export { isFilterAmount } from './schema';
export { ledgerColumns } from './ledger-columns';
export { KeyFilter, KeySelect, type KeyChoice } from './key-filter';
export { BillingPage } from './billing-page';
export { UsagePage } from './usage-page';
export {
  priceFormSchema,
  type PriceChange,
  type PricePreview,
  type PriceRow,
  type PriceVersion,
  type Proposal,
  type VendorList,
} from './price-schema';
