import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { RunsPage } from '~/features/baiql';
import { listRunsPage, runsPageQuerySchema } from '~/features/baiql/index.server';

export const meta: MetaFunction = () => [{ title: 'Runs · BAIQL · Promptwell' }];

export const loader = page({
  access: 'baiql:use',
  query: runsPageQuerySchema,
  failure: 'Failed to load runs',
  load: ({ services, actor, query }) => listRunsPage(services, actor, query),
});

export default function Runs() {
  return <RunsPage {...useLoaderData<typeof loader>()} />;
}
