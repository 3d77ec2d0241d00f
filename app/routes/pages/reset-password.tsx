import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { withHeaders } from '~/core/edge/reply.server';
import { z } from '~/core/shared/zod';
import { AccountFrame, FAILURES, ResetPasswordForm, resetPasswordSchema } from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  INVALID_RESET_LINK,
  knownBrowserCookie,
  resetPassword,
  signedOutHeaders,
} from '~/features/accounts/index.server';
import { ButtonLink } from '~/ui/button-link';
import { keepForm } from '~/ui/form/keep-form';

export const meta: MetaFunction = () => [{ title: 'Choose a new password · Promptwell' }];

export const loader = page({
  access: 'anyone',
  query: z.object({
    email: z.string().default(''),
    token: z.string().default(''),
    reason: z.string().optional(),
  }),
  load: ({ query: { email, token, reason } }) => ({
    email,
    token,
    refusal: email === '' || token === '' ? INVALID_RESET_LINK : null,
    isExpired: reason === 'expired',
  }),
});

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

export const clientAction = (args: ClientActionFunctionArgs) => keepForm<typeof action>(args, FAILURES.reset);

export default function ResetPassword() {
  const { email, token, refusal, isExpired } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.done) {
    return (
      <AccountFrame title="Password changed" lead={<span role="status">{result.done.message}</span>}>
        <div>
          <ButtonLink to="/login" variant="primary" size="l">
            Login
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  if (refusal !== null || result?.code === 'invalid_link') {
    return (
      <AccountFrame
        title="This link doesn’t work"
        lead={<span role="alert">{refusal ?? result?.reply.error?.['']?.join('. ')}</span>}
      >
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/forgot-password" variant="primary" size="l">
            Request a new link
          </ButtonLink>
          <ButtonLink to="/login" size="l">
            Login
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Choose a new password"
      lead={`${isExpired ? 'Your password has expired. ' : ''}This changes the password for ${email} and logs out every browser and script.`}
    >
      <ResetPasswordForm lastResult={result?.reply} email={email} token={token} />
    </AccountFrame>
  );
}
