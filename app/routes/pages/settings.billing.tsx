import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { BillingPage } from '~/features/billing';
import { billingPageQuerySchema, readBilling } from '~/features/billing/index.server';

export const meta: MetaFunction = () => [{ title: 'Billing · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  query: billingPageQuerySchema,
  failure: 'Failed to load billing',
  load: ({ services, actor, query }) => readBilling(services, actor, query),
});

export default function Billing() {
  return <BillingPage {...useLoaderData<typeof loader>()} />;
}
