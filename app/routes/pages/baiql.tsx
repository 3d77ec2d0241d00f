import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { Workbench } from '~/features/baiql';
import { readWorkbench, workbenchQuerySchema } from '~/features/baiql/index.server';

export const meta: MetaFunction = () => [{ title: 'BAIQL Editor · Promptwell' }];

export const handle = { isWorkbench: true };

export const loader = page({
  access: 'baiql:use',
  query: workbenchQuerySchema,
  load: ({ services, actor, query }) => readWorkbench(services, actor, query),
});

export default function BaiqlPage() {
  return <Workbench {...useLoaderData<typeof loader>()} />;
}
