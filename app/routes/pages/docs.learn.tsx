import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { DocsErrorBoundary, Learn } from '~/features/docs';
import { learnParams, readLearnPage } from '~/features/docs/index.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.doc.title ?? 'Learn'} · Promptwell` },
  { name: 'description', content: `${data?.doc.title ?? 'Learn'}: a guide from the Promptwell docs.` },
];

export const loader = page({
  access: 'anyone',
  params: learnParams,
  failure: 'Failed to load Learn',
  load: ({ services, actor, params }) => readLearnPage(services, actor, params),
});

export default function LearnPage() {
  return <Learn {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = () => (
  <DocsErrorBoundary missing={{ title: 'Select a document', to: '/docs/learn', label: 'Learn' }} />
);
