import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { withHeaders, type Reply } from '~/core/edge/reply.server';
import { FAILURES, InvitePage, inviteQuery, registerSchema, type Invited } from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  readInvitePage,
  registerInvitedOnPage,
  welcome,
} from '~/features/accounts/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [
  { title: 'Invitation · Promptwell' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export const loader = page({
  access: 'anyone',
  query: inviteQuery,
  rateLimit: ACCOUNT_RATE_LIMITS.useToken,
  load: readInvitePage,
});

export const action = forms('anyone', (form) => ({
  register: form({
    schema: registerSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.register,
    failure: FAILURES.register,
    run: async ({ services, client, input, request }): Promise<Reply<Invited>> => {
      const invited = { ...input, invitation: input.invitation ?? '' };
      const result = await registerInvitedOnPage(services, client, invited);
      if (result.kind === 'signed-in') return welcome(services, request, result.signedIn);
      const mailed: Invited = { email: input.email };
      return withHeaders(mailed, {});
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) =>
  preserveForm<typeof action>(args, FAILURES.register);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Invite() {
  return <InvitePage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />;
}
