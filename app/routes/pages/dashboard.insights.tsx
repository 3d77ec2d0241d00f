import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { InsightsPage } from '~/features/dashboard';
import { periodQuerySchema, readInsights } from '~/features/dashboard/index.server';

export const loader = page({
  access: 'signed-in',
  query: periodQuerySchema,
  failure: 'Failed to load dashboard',
  load: ({ services, actor, query }) => readInsights(services, actor, query),
});

export default function DashboardInsights() {
  return <InsightsPage {...useLoaderData<typeof loader>()} />;
}
