import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { DocsFault, Legal, LEGAL_TITLES } from '~/features/docs';
import { legalParams, readEditIds, readLegalPage } from '~/features/docs/index.server';

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
  load: async ({ services, actor, params }) => {
    const legal = await readLegalPage(services, params.legal);
    return { ...legal, editIds: await readEditIds(services, actor, legal.type) };
  },
});

export default function LegalPage() {
  return <Legal {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = () => <DocsFault />;
