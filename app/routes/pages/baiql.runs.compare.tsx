import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { ChooseRunsPage, ComparePage } from '~/features/baiql';
import { compareQuerySchema, compareRuns } from '~/features/baiql/index.server';

export const meta: MetaFunction = () => [{ title: 'Compare runs · BAIQL · Promptwell' }];

export const loader = page({
  access: 'baiql:use',
  query: compareQuerySchema,
  failure: 'Failed to compare the runs',
  load: ({ services, actor, query: { a, b, ...rest } }) =>
    a === undefined || b === undefined ? null : compareRuns(services, actor, { a, b, ...rest }),
});

export default function CompareRuns() {
  const compared = useLoaderData<typeof loader>();
  return compared === null ? <ChooseRunsPage /> : <ComparePage {...compared} />;
}
