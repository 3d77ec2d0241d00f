import type { MetaFunction, ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { MonitorPage } from '~/features/baiql';
import { monitorQuerySchema, readMonitor, runParams } from '~/features/baiql/index.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.run.scriptName ?? 'Run'} · BAIQL · Promptwell` },
];

export const loader = page({
  access: 'baiql:use',
  params: runParams,
  query: monitorQuerySchema,
  failure: 'Failed to load the run',
  load: ({ services, actor, params, query }) => readMonitor(services, actor, { ...params, ...query }),
});

/** The page polls its run, so filters and row selection need no revalidation. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate;

export default function Execution() {
  const data = useLoaderData<typeof loader>();
  return <MonitorPage key={data.run.executionId} {...data} />;
}
