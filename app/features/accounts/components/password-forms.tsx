import type { SubmissionResult } from '@conform-to/react';
import { EmailField } from '~/ui/form/email-field';
import { Form, SubmitButton } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { changePasswordSchema, emailOnlySchema, resetPasswordSchema } from '../schema';
import { NewPasswordFields } from './new-password-fields';
import { fieldProps, useForm } from '~/ui/form/use-form';

type ChangeProps = {
  lastResult: SubmissionResult | null | undefined;
  /** A user who came in through Google alone has no password yet. */
  hasPassword: boolean;
  email: string;
};

export function ChangePasswordForm({ lastResult, hasPassword, email }: ChangeProps) {
  const [form, fields] = useForm(changePasswordSchema, { lastResult });
  return (
    <Form form={form} intent="change-password">
      <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
      {hasPassword ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...fieldProps(fields.currentPassword)}
          required
        />
      ) : null}
      <NewPasswordFields
        password={fields.newPassword}
        confirmation={fields.confirmPassword}
        label="New password"
        confirmationLabel="Confirm new password"
      />
      <div>
        <SubmitButton variant="secondary">{hasPassword ? 'Change password' : 'Set password'}</SubmitButton>
      </div>
    </Form>
  );
}

export function ForgotPasswordForm({ lastResult }: { lastResult: SubmissionResult | null | undefined }) {
  const [form, fields] = useForm(emailOnlySchema, { lastResult });
  return (
    <Form form={form}>
      <EmailField field={fields.email} />
      <SubmitButton size="l">Send reset link</SubmitButton>
    </Form>
  );
}

type ResetProps = {
  lastResult: SubmissionResult | null | undefined;
  email: string;
  token: string;
};

export function ResetPasswordForm({ lastResult, email, token }: ResetProps) {
  const [form, fields] = useForm(resetPasswordSchema, { lastResult });
  return (
    <Form form={form}>
      {/* The address is there for password managers too: they keep the new password under it. */}
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
