import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { freeModelNames } from '~/features/completions/index.server';
import { AppInfo } from '~/features/site';

export const meta: MetaFunction = () => [
  { title: 'App Info · Promptwell' },
  {
    name: 'description',
    content:
      'What Promptwell does, where to find everything, how billing works and what happens to your data.',
  },
];

export const loader = page({
  access: 'anyone',
  load: async ({ services, actor }) => ({
    user: actor ? { firstName: actor.firstName, roles: actor.roles } : null,
    moderatedBy: services.moderation.judgedBy(),
    freeModels: await freeModelNames(services),
  }),
});

export default function AppInfoPage() {
  return <AppInfo {...useLoaderData<typeof loader>()} />;
}
