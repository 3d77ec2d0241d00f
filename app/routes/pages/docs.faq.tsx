import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { Faq } from '~/features/docs';
import { FAQ } from '~/features/docs/index.server';

export const meta: MetaFunction = () => [{ title: 'FAQ · Promptwell' }];

export const loader = page({ access: 'anyone', load: () => ({ categories: FAQ }) });

export default function FaqPage() {
  return <Faq {...useLoaderData<typeof loader>()} />;
}
