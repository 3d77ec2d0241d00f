import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { UsagePage } from '~/features/billing';
import { readUsage, usagePageQuerySchema } from '~/features/billing/index.server';

export const meta: MetaFunction = () => [{ title: 'Usage · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  query: usagePageQuerySchema,
  failure: 'Failed to load usage',
  load: ({ services, actor, query }) => readUsage(services, actor, query),
});

export default function Usage() {
  return <UsagePage {...useLoaderData<typeof loader>()} />;
}
