import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { PlanPage } from '~/features/site';
import { readEnterprisePage } from '~/features/teams/index.server';

export const meta: MetaFunction = () => [{ title: 'Enterprise · Promptwell' }];

/** Users who have the plan are redirected to their team; others see what it offers. */
export const loader = page({
  access: 'signed-in',
  load: async ({ services, actor }) => {
    const { hasPlan, canStart } = await readEnterprisePage(services, actor);
    return hasPlan ? redirect('/teams') : { canStart };
  },
});

export default function EnterprisePage() {
  const { canStart } = useLoaderData<typeof loader>();
  return <PlanPage name="Enterprise" canStart={canStart} />;
}
