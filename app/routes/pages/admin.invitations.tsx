import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { invitationFormSchema, invitationParams } from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  createInvitation,
  invitationsPageQuerySchema,
  mailedMessage,
  readInvitationsPage,
  resendInvitation,
  revokeInvitation,
} from '~/features/accounts/index.server';
import { InvitationsPage } from '~/features/admin';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Invitations · Admin · Promptwell' }];

export const loader = page({
  access: 'users:manage',
  query: invitationsPageQuerySchema,
  load: ({ services, actor, query }) => readInvitationsPage(services, actor, query),
});

const FAILURE = 'The invitation could not be changed.';

export const action = forms('users:manage', (form) => ({
  create: form({
    schema: invitationFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input: { credit, ...input } }) => {
      const { link, email } = await createInvitation(services, actor, { ...input, creditCents: credit });
      return { link, message: email === null ? 'Invitation created.' : mailedMessage(services, email) };
    },
  }),
  resend: form({
    schema: invitationParams,
    rateLimit: ACCOUNT_RATE_LIMITS.askForMail,
    failure: FAILURE,
    run: ({ services, actor, input }) => resendInvitation(services, actor, input.id),
  }),
  revoke: form({
    schema: invitationParams,
    failure: FAILURE,
    run: ({ services, actor, input }) => revokeInvitation(services, actor, input.id),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Invitations() {
  return <InvitationsPage {...useLoaderData<typeof loader>()} />;
}
