import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { redirect } from '@remix-run/node';
import { page } from '~/core/edge/page.server';
import { ComparePage } from '~/features/baiql';
import { compareQuerySchema, compareRuns } from '~/features/baiql/index.server';

export const meta: MetaFunction = () => [{ title: 'Compare runs · BAIQL · Promptwell' }];

export const loader = page({
  access: 'baiql:use',
  query: compareQuerySchema,
  failure: 'Failed to compare the runs',
  load: ({ services, actor, query }) => {
    // Two runs are chosen in the list.
    if (query.a === undefined || query.b === undefined) throw redirect('/baiql/runs');
    return compareRuns(services, actor, query);
  },
});

export default function CompareRuns() {
  return <ComparePage {...useLoaderData<typeof loader>()} />;
}
