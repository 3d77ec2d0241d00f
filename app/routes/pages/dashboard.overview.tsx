import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { OverviewPage } from '~/features/dashboard';
import { periodQuerySchema, readOverview } from '~/features/dashboard/index.server';

export const loader = page({
  access: 'signed-in',
  query: periodQuerySchema,
  failure: 'Failed to load dashboard',
  load: ({ services, actor, query }) => readOverview(services, actor, query),
});

export default function DashboardOverview() {
  return <OverviewPage {...useLoaderData<typeof loader>()} />;
}
