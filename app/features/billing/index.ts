export { ledgerColumns } from './ledger-columns';
export { UsagePage } from './usage-page';
