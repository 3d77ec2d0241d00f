import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AppInfo } from '~/features/site';

export const meta: MetaFunction = () => [
  { title: 'App Info · Promptwell' },
  {
    name: 'description',
    content: 'What Promptwell does, where everything is, how money works and what happens to your data.',
  },
];

export const loader = ({ context }: LoaderFunctionArgs) => ({ moderation: context.app.env.MODERATION });

export default function AppInfoPage() {
  return <AppInfo {...useLoaderData<typeof loader>()} />;
}
