import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { emailOnlySchema, FAILURES, ForgotPasswordPage, returnToQuery } from '~/features/accounts';
import { ACCOUNT_RATE_LIMITS, requestPasswordReset } from '~/features/accounts/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Forgot password · Promptwell' }];

export const loader = page({
  access: 'anyone',
  query: returnToQuery,
  load: ({ services, query }) => ({ ...query, sendsMail: services.env.SMTP_URL !== undefined }),
});

export const action = forms('anyone', (form) => ({
  'request-reset': form({
    schema: emailOnlySchema,
    query: returnToQuery,
    rateLimit: ACCOUNT_RATE_LIMITS.askForMail,
    failure: FAILURES.forgot,
    run: ({ services, input, query }) =>
      Promise.resolve(requestPasswordReset(services, { ...input, ...query })),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) =>
  preserveForm<typeof action>(args, FAILURES.forgot);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function ForgotPassword() {
  return <ForgotPasswordPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />;
}
