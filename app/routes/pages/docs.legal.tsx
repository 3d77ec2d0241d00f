import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { DocsErrorBoundary, Legal, LEGAL_TITLES } from '~/features/docs';
import { legalParams, readLegalPage } from '~/features/docs/index.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? LEGAL_TITLES[data.type] : 'Docs'} · Promptwell` },
  {
    name: 'description',
    content: `${data ? LEGAL_TITLES[data.type] : 'Legal texts'} of this installation of Promptwell.`,
  },
];

export const loader = page({
  access: 'anyone',
  params: legalParams,
  failure: 'Failed to load',
  load: ({ services, actor, params }) => readLegalPage(services, actor, params.legal),
});

export default function LegalPage() {
  return <Legal {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = () => <DocsErrorBoundary />;
