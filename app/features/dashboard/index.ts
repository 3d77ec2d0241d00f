export { AnalyticsPage } from './analytics-page';
export { DashboardFrame } from './dashboard-frame';
export { HistoryPage } from './history-page';
export { InsightsPage } from './insights-page';
export { OverviewPage } from './overview-page';
export { SettingsPage } from './settings-page';
