import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { PriceHistoryPage } from '~/features/admin';
import { priceHistoryQuerySchema, readPriceHistory } from '~/features/billing/index.server';

export const meta: MetaFunction = () => [{ title: 'Price history · Admin · Promptwell' }];

export const loader = page({
  access: 'prices:edit',
  query: priceHistoryQuerySchema,
  load: ({ services, actor, query }) => readPriceHistory(services, actor, query),
});

export default function PriceHistory() {
  return <PriceHistoryPage {...useLoaderData<typeof loader>()} />;
}
