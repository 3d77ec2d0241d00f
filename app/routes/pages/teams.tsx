import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { PlanPage } from '~/features/site';
import { TeamPage } from '~/features/teams';
import {
  budgetSchema,
  changeRank,
  invitationIdSchema,
  INVITE_RATE_LIMIT,
  inviteMember,
  inviteSchema,
  leaveTeam,
  memberIdSchema,
  rankSchema,
  readTeamsPage,
  removeMember,
  renameSchema,
  renameTeam,
  revokeInvitation,
  setBudget,
  teamQuerySchema,
} from '~/features/teams/index.server';
import { preserveForm } from '~/ui/form/preserve-form';
import { z } from '~/core/shared/zod';

export const meta: MetaFunction = () => [{ title: 'Teams · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  query: teamQuerySchema,
  failure: 'Failed to load your team',
  load: ({ services, actor, query }) => readTeamsPage(services, actor, query),
});

const FAILURE = 'Save failed';

export const action = forms('signed-in', (form) => ({
  invite: form({
    schema: inviteSchema,
    rateLimit: INVITE_RATE_LIMIT,
    failure: 'The invitation couldn’t be sent. Please try again.',
    run: ({ services, actor, input }) => inviteMember(services, actor, input),
  }),
  revoke: form({
    schema: invitationIdSchema,
    failure: FAILURE,
    run: ({ services, actor, input }) => revokeInvitation(services, actor, input),
  }),
  rank: form({
    schema: rankSchema,
    failure: FAILURE,
    run: ({ services, actor, input }) => changeRank(services, actor, input),
  }),
  budget: form({
    schema: budgetSchema,
    failure: FAILURE,
    run: ({ services, actor, input }) => setBudget(services, actor, input),
  }),
  remove: form({
    schema: memberIdSchema,
    failure: FAILURE,
    run: ({ services, actor, input }) => removeMember(services, actor, input),
  }),
  leave: form({
    schema: z.object({}),
    failure: FAILURE,
    run: ({ services, actor }) => leaveTeam(services, actor),
  }),
  rename: form({
    schema: renameSchema,
    failure: FAILURE,
    run: ({ services, actor, input }) => renameTeam(services, actor, input),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

/** The user's team, or a description of teams. */
export default function TeamsPage() {
  const { team, canStart } = useLoaderData<typeof loader>();
  return team ? <TeamPage {...team} /> : <PlanPage name="Teams" canStart={canStart} />;
}
