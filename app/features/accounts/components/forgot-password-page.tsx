import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import type { FormOutcome } from '~/core/edge/form.server';
import type { Message } from '~/core/shared/message';
import { ButtonLink } from '~/ui/button-link';
import { EmailField } from '~/ui/form/email-field';
import { Form, SubmitButton } from '~/ui/form/form';
import { useForm } from '~/ui/form/use-form';
import { withReturnTo } from '../landing';
import { emailOnlySchema, type ReturnTo } from '../schema';
import { AccountFrame, NoMailNotice } from './account-frame';

type Props = ReturnTo & { sendsMail: boolean; result: FormOutcome<'request-reset', Message> | undefined };

export function ForgotPasswordPage({ sendsMail, returnTo, result }: Props) {
  const login = withReturnTo('/login', returnTo);
  if (result?.done) {
    return (
      <AccountFrame
        title="Check Your Email"
        lead={<span role="status">{result.done.message}</span>}
        footer={`The link works once and expires after an hour.${sendsMail ? ' Didn’t get it? Check your spam folder.' : ''}`}
      >
        {sendsMail ? null : <NoMailNotice />}
        <div>
          <ButtonLink to={login} variant="primary" size="l">
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
        <Link to={login} className="link">
          Back to login
        </Link>
      }
    >
      <ForgotPasswordForm lastResult={result?.reply} />
    </AccountFrame>
  );
}

function ForgotPasswordForm({ lastResult }: { lastResult: SubmissionResult | null | undefined }) {
  const [form, fields] = useForm(emailOnlySchema, { lastResult });
  return (
    <Form form={form}>
      <EmailField field={fields.email} />
      <SubmitButton size="l">Send reset link</SubmitButton>
    </Form>
  );
}
