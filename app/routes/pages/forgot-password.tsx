import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { plainPage } from '~/core/edge/page.server';
import { AccountFrame, emailOnlySchema, FAILURES, ForgotPasswordForm, keepForm } from '~/features/accounts';
import { ACCOUNT_RATE_LIMITS, requestPasswordReset } from '~/features/accounts/index.server';
import { ButtonLink } from '~/ui/button-link';

export const meta: MetaFunction = () => [{ title: 'Forgot password · Promptwell' }];

export const loader = plainPage('anyone');

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
  const result = useActionData<typeof action>();
  if (result?.done) {
    return (
      <AccountFrame
        title="Check Your Email"
        lead={<span role="status">{result.done.message}</span>}
        footer="The link works once, for one hour. Nothing there after a few minutes? Look in your spam folder."
      >
        <div>
          <ButtonLink to="/login" variant="primary" size="l">
            Back to sign in
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Forgot your password?"
      lead="Tell us your e-mail address, and we send you a link to choose a new one."
      footer={
        <Link to="/login" className="link">
          Back to sign in
        </Link>
      }
    >
      <ForgotPasswordForm lastResult={result?.reply} />
    </AccountFrame>
  );
}
