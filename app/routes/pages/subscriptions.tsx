import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { SubscriptionsPage } from '~/features/subscriptions';
import { readSubscriptionsPage } from '~/features/subscriptions/index.server';

export const meta: MetaFunction = () => [{ title: 'Subscription · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  load: ({ services, actor }) => readSubscriptionsPage(services, actor),
});

export default function Subscriptions() {
  return <SubscriptionsPage {...useLoaderData<typeof loader>()} />;
}
