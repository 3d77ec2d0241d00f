import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { PlanPage } from '~/features/site';
import { readTeam } from '~/features/teams/index.server';

export const meta: MetaFunction = () => [{ title: 'Enterprise · Promptwell' }];

/** Whoever has the plan is led to its people; the others read what it is. */
export const loader = page({
  access: 'signed-in',
  load: async ({ services, actor }) => {
    const team = await readTeam(services, actor, { page: 1 });
    if (team?.plan === 'enterprise') return redirect('/teams');
    return { canStart: services.stripe?.enterprisePriceId !== undefined };
  },
});

export default function EnterprisePage() {
  const { canStart } = useLoaderData<typeof loader>();
  return <PlanPage name="Enterprise" canStart={canStart} />;
}
