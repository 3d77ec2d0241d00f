export { readAnalytics } from './read-analytics.server';
export { landingTab, analyticsQuerySchema, periodQuerySchema, readDashboardFrame } from './read-frame.server';
export { readHistory } from './read-history.server';
export { readInsights } from './read-insights.server';
export { readOverview } from './read-overview.server';
export { readSettings } from './read-settings.server';
