import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { TopUpPage } from '~/features/payments';
import { readTopUp, topUpQuerySchema } from '~/features/payments/index.server';

export const meta: MetaFunction = () => [{ title: 'Top up · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  query: topUpQuerySchema,
  load: ({ services, actor, query }) => readTopUp(services, actor, query),
});

export default function TopUp() {
  return <TopUpPage {...useLoaderData<typeof loader>()} />;
}
