import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { HistoryPage } from '~/features/dashboard';
import { historyQuerySchema } from '~/features/billing/index.server';
import { readHistory } from '~/features/dashboard/index.server';

export const loader = page({
  access: 'signed-in',
  query: historyQuerySchema,
  failure: 'Failed to load dashboard',
  load: ({ services, actor, query }) => readHistory(services, actor, query),
});

export default function DashboardHistory() {
  return <HistoryPage {...useLoaderData<typeof loader>()} />;
}
