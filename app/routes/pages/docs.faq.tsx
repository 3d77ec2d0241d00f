import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { DocsErrorBoundary, Faq } from '~/features/docs';
import { readFaqPage } from '~/features/docs/index.server';

export const meta: MetaFunction = () => [
  { title: 'FAQ · Promptwell' },
  {
    name: 'description',
    content: 'Answers about getting started, prices, models, files, BAIQL, and your data.',
  },
];

export const loader = page({
  access: 'anyone',
  failure: 'Error loading FAQ data: the server could not read it.',
  load: ({ services, actor }) => readFaqPage(services, actor),
});

export default function FaqPage() {
  return <Faq {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = () => <DocsErrorBoundary retryLabel="Try Again" />;
