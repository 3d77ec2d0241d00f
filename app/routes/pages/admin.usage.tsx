import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { UsageBreakdownPage } from '~/features/admin';
import { readUsageBreakdownPage, usageBreakdownPageSchema } from '~/features/admin/index.server';

export const meta: MetaFunction = () => [{ title: 'Usage & Tokens · Admin · Promptwell' }];

export const loader = page({
  access: 'money:read',
  query: usageBreakdownPageSchema,
  failure: 'Failed to load usage',
  load: ({ services, actor, query }) => readUsageBreakdownPage(services, actor, query),
});

export default function Usage() {
  return <UsageBreakdownPage {...useLoaderData<typeof loader>()} />;
}
