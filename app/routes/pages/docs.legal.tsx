import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { Legal, LEGAL_TITLES } from '~/features/docs';
import { legalParams, readLegalPage } from '~/features/docs/index.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? LEGAL_TITLES[data.type] : 'Docs'} · Promptwell` },
];

export const loader = page({
  access: 'anyone',
  params: legalParams,
  load: ({ params }) => readLegalPage(params.legal),
});

export default function LegalPage() {
  return <Legal {...useLoaderData<typeof loader>()} />;
}
