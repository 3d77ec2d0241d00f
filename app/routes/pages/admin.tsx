import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { OverviewPage } from '~/features/admin';
import { readOverviewPage } from '~/features/admin/index.server';

export const meta: MetaFunction = () => [{ title: 'Overview · Admin · Promptwell' }];

export const loader = page({
  access: 'admin:open',
  failure: 'Failed to load admin metrics',
  load: ({ services, actor }) => readOverviewPage(services, actor),
});

export default function Admin() {
  return <OverviewPage {...useLoaderData<typeof loader>()} />;
}
