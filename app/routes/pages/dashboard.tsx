import type { MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { DashboardFrame } from '~/features/dashboard';
import { DASHBOARD_TABS, DASHBOARD_TAB_LABELS } from '~/features/preferences';
import { periodQuerySchema, readDashboardFrame } from '~/features/dashboard/index.server';

export const meta: MetaFunction = ({ location }) => {
  const tab = DASHBOARD_TABS.find((each) => location.pathname === `/dashboard/${each}`);
  return [{ title: `${tab === undefined ? '' : `${DASHBOARD_TAB_LABELS[tab]} · `}Dashboard · Promptwell` }];
};

export const loader = page({
  access: 'signed-in',
  query: periodQuerySchema,
  rateLimit: null,
  failure: 'Failed to load dashboard',
  load: ({ services, actor, query }) => readDashboardFrame(services, actor, query),
});

export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Dashboard() {
  return (
    <DashboardFrame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </DashboardFrame>
  );
}
