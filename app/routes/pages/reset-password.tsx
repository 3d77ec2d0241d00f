import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { withHeaders } from '~/core/edge/reply.server';
import { FAILURES, ResetPasswordPage, resetPasswordSchema } from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  knownBrowserCookie,
  resetLinkQuery,
  resetPassword,
  signedOutHeaders,
} from '~/features/accounts/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Choose a new password · Promptwell' }];

export const loader = page({ access: 'anyone', query: resetLinkQuery, load: ({ query }) => query });

export const action = forms('anyone', (form) => ({
  reset: form({
    schema: resetPasswordSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.useToken,
    failure: FAILURES.reset,
    run: async ({ services, input, request }) => {
      const { message, browserMark } = await resetPassword(services, input);
      const headers = signedOutHeaders(services, request);
      headers.append('Set-Cookie', knownBrowserCookie(services, request, browserMark));
      return withHeaders({ message }, headers);
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) =>
  preserveForm<typeof action>(args, FAILURES.reset);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function ResetPassword() {
  return <ResetPasswordPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />;
}
