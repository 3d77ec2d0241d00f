import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { DocsListPage } from '~/features/docs-editor';
import { docsEditQuerySchema, readDocsListPage } from '~/features/docs-editor/index.server';

export const meta: MetaFunction = () => [{ title: 'Docs Edit · Admin · Promptwell' }];

export const loader = page({
  access: 'docs:edit',
  query: docsEditQuerySchema,
  failure: 'Failed to load',
  load: ({ services, actor, query }) => readDocsListPage(services, actor, query),
});

export default function DocsEdit() {
  return <DocsListPage {...useLoaderData<typeof loader>()} />;
}
