import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { ActivityPage } from '~/features/admin';
import { activityAddressSchema, readActivityPage } from '~/features/admin/index.server';

export const meta: MetaFunction = () => [{ title: 'Activity · Admin · Promptwell' }];

export const loader = page({
  access: 'admin:open',
  query: activityAddressSchema,
  failure: 'Failed to load',
  load: ({ services, actor, query }) => readActivityPage(services, actor, query),
});

export default function Activity() {
  return <ActivityPage {...useLoaderData<typeof loader>()} />;
}
