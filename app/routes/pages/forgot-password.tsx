import { data, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, type ClientActionFunctionArgs } from '@remix-run/react';
import { readFormBody } from '~/core/http.server';
import { AccountFrame, FAILURES, emailOnlySchema, ForgotPasswordForm, keepForm } from '~/features/accounts';
import { requestPasswordReset, submitForm, visitorOf } from '~/features/accounts/index.server';
import { ButtonLink } from '~/ui/button-link';

export const meta: MetaFunction = () => [{ title: 'Forgot password · Promptwell' }];

export async function action({ request, context }: ActionFunctionArgs) {
  const outcome = await submitForm(
    {
      fields: await readFormBody(request),
      schema: emailOnlySchema,
      failure: FAILURES.forgot,
      log: context.app.log,
    },
    async (form) => {
      const { message } = await requestPasswordReset(context.app.accounts, form, visitorOf(request, context));
      return { message, email: form.email };
    },
  );
  return data(outcome, outcome.status);
}

export const clientAction = (args: ClientActionFunctionArgs) =>
  keepForm<typeof action>(args, FAILURES.forgot);

export default function ForgotPassword() {
  const result = useActionData<typeof action>();
  if (result?.done) {
    return (
      <AccountFrame
        title="Check Your Email"
        lead={<span role="status">{result.done.message}</span>}
        footer="The link works once, for one hour. Nothing there after a few minutes? Look among the unwanted mail."
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
