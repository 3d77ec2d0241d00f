export * from './activity/schema';
export * from './billing/schema';
export * from './overview/schema';
export * from './usage/schema';
export * from './responses';
export * from './schema';
export { readActivityPage } from './activity/list-activity.server';
export { readOcrDaily, readOcrTopUsers, readOverview } from './overview/read-metrics.server';
export { readOverviewPage } from './overview/read-overview-page.server';
export { dismissSetupSteps } from './overview/setup-steps.server';
export {
  changeRoles,
  endUserSessions,
  listUsers,
  readUsersPage,
  suspendUser,
  unsuspendUser,
  USER_SEARCH_RATE_LIMIT,
} from './users.server';
export { adjustOnPage, grantOnPage } from './billing/change-balance.server';
export { exportLedgers, exportUserLedger } from './billing/export-ledger.server';
export { listAdminLedger, readAdminBalance, readBillingPage } from './billing/read-billing.server';
export { readBreakdown, readUsageBreakdownPage } from './usage/read-breakdown.server';
