import type { SubmissionResult } from '@conform-to/react';
import type { FormOutcome } from '~/core/edge/form.server';
import type { Message } from '~/core/shared/message';
import { ButtonLink } from '~/ui/button-link';
import { Form, SubmitButton } from '~/ui/form/form';
import { useForm } from '~/ui/form/use-form';
import { withReturnTo } from '../landing';
import { resetPasswordSchema, type ResetLink } from '../schema';
import { AccountFrame } from './account-frame';
import { NewPasswordFields } from './new-password-fields';

type Props = ResetLink & { result: FormOutcome<'reset', Message> | undefined };

export function ResetPasswordPage({ email, token, refusal, reason, returnTo, result }: Props) {
  const login = withReturnTo('/login', returnTo);
  if (result?.done) {
    return (
      <AccountFrame title="Password changed" lead={<span role="status">{result.done.message}</span>}>
        <div>
          <ButtonLink to={login} variant="primary" size="l">
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
          <ButtonLink to={withReturnTo('/forgot-password', returnTo)} variant="primary" size="l">
            Request a new link
          </ButtonLink>
          <ButtonLink to={login} size="l">
            Login
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={reason === 'confirmed' ? 'Choose a password' : 'Choose a new password'}
      lead={leadOf(reason, email)}
    >
      <ResetPasswordForm lastResult={result?.reply} email={email} token={token} />
    </AccountFrame>
  );
}

function leadOf(reason: Props['reason'], email: string): string {
  if (reason === 'confirmed')
    return `Your email address is confirmed. Choose the password to log in with as ${email}.`;
  const effect = `This changes the password for ${email} and logs out every browser and script.`;
  return reason === 'expired' ? `Your password has expired. ${effect}` : effect;
}

type ResetProps = {
  lastResult: SubmissionResult | null | undefined;
  email: string;
  token: string;
};

function ResetPasswordForm({ lastResult, email, token }: ResetProps) {
  const [form, fields] = useForm(resetPasswordSchema, { lastResult });
  return (
    <Form form={form}>
      {/* Password managers save the new password under this address. */}
      <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
      <input type="hidden" name="token" value={token} />
      <NewPasswordFields
        password={fields.newPassword}
        confirmation={fields.confirmPassword}
        label="New password"
        confirmationLabel="Confirm new password"
      />
      <SubmitButton size="l">Set new password</SubmitButton>
    </Form>
  );
}
