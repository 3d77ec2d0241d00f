import type { MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { isTestDrive } from '~/core/shared/permissions';
import { page } from '~/core/edge/page.server';
import { DocsFrame } from '~/features/docs';
import { searchDocs, searchQuerySchema } from '~/features/docs/index.server';

export const meta: MetaFunction = () => [{ title: 'Docs · Promptwell' }];

export const loader = page({
  access: 'anyone',
  query: searchQuerySchema,
  failure: 'Failed to load',
  load: async ({ services, actor, query: { q } }) => ({
    hasFeedback: actor !== undefined && isTestDrive(actor.email),
    search: q === undefined ? null : { query: q, hits: await searchDocs(services, q) },
  }),
});

export default function Docs() {
  const { search, hasFeedback } = useLoaderData<typeof loader>();
  return (
    <DocsFrame search={search} hasFeedback={hasFeedback}>
      <Outlet />
    </DocsFrame>
  );
}
