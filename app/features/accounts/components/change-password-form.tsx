import type { SubmissionResult } from '@conform-to/react';
import { Form, SubmitButton } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { changePasswordSchema } from '../schema';
import { NewPasswordFields } from './new-password-fields';

type Props = {
  lastResult: SubmissionResult | null | undefined;
  /** A user who came in through Google alone has no password yet. */
  hasPassword: boolean;
  email: string;
};

export function ChangePasswordForm({ lastResult, hasPassword, email }: Props) {
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
