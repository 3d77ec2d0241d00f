import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { AnalyticsPage } from '~/features/dashboard';
import { analyticsQuerySchema, readAnalytics } from '~/features/dashboard/index.server';

export const loader = page({
  access: 'signed-in',
  query: analyticsQuerySchema,
  failure: 'Failed to load dashboard',
  load: ({ services, actor, query }) => readAnalytics(services, actor, query),
});

export default function DashboardAnalytics() {
  return <AnalyticsPage {...useLoaderData<typeof loader>()} />;
}
