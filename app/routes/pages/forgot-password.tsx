import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { AccountFrame, emailOnlySchema, FAILURES, ForgotPasswordForm, NoMailYet } from '~/features/accounts';
import { ACCOUNT_RATE_LIMITS, requestPasswordReset } from '~/features/accounts/index.server';
import { ButtonLink } from '~/ui/button-link';
import { keepForm } from '~/ui/form/keep-form';

export const meta: MetaFunction = () => [{ title: 'Forgot password · Promptwell' }];

export const loader = page({
  access: 'anyone',
  load: ({ services }) => ({ sendsMail: services.env.SMTP_URL !== undefined }),
});

export const action = forms('anyone', (form) => ({
  'request-reset': form({
    schema: emailOnlySchema,
    rateLimit: ACCOUNT_RATE_LIMITS.askForMail,
    failure: FAILURES.forgot,
    run: ({ services, input }) => Promise.resolve(requestPasswordReset(services, input)),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) =>
  keepForm<typeof action>(args, FAILURES.forgot);

export default function ForgotPassword() {
  const { sendsMail } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.done) {
    return (
      <AccountFrame
        title="Check Your Email"
        lead={<span role="status">{result.done.message}</span>}
        footer={`The link works once and expires after an hour.${sendsMail ? ' Didn’t get it? Check your spam folder.' : ''}`}
      >
        {sendsMail ? null : <NoMailYet />}
        <div>
          <ButtonLink to="/login" variant="primary" size="l">
            Back to login
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Forgot your password?"
      lead="Enter your email, and we’ll send you a link to choose a new one."
      footer={
        <Link to="/login" className="link">
          Back to login
        </Link>
      }
    >
      <ForgotPasswordForm lastResult={result?.reply} />
    </AccountFrame>
  );
}
