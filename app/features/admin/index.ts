export { AdminFrame } from './admin-frame';
export { BillingPage } from './billing/billing-page';
export { OverviewPage } from './overview/overview-page';
export { PriceHistoryPage } from './prices/history-page';
export { PricesPage } from './prices/prices-page';
export { ReviewPricesPage } from './prices/review-page';
export { UsersPage } from './users-page';
export { UsageBreakdownPage } from './usage/usage-breakdown-page';
