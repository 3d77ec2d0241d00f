export { AdminFrame } from './admin-frame';
export { PriceHistoryPage } from './prices/history-page';
export { PricesPage } from './prices/prices-page';
export { ReviewPricesPage } from './prices/review-page';
export { UsersPage } from './users-page';
