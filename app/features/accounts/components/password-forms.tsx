import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/ui/button';
import { PasswordField } from '~/ui/form/password-field';
import { changePasswordSchema, emailOnlySchema, resetPasswordSchema } from '../schema';
import { EmailField } from './email-field';
import { FormNotice } from './form-notice';
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
  const isBusy = useNavigation().formData?.get('intent') === 'change-password';
  return (
    <Form method="post" className="flex flex-col gap-5" {...getFormProps(form)}>
      <FormNotice errors={form.errors} />
      <input type="hidden" name="intent" value="change-password" />
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
        <Button type="submit" isBusy={isBusy}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </div>
    </Form>
  );
}

export function ForgotPasswordForm({ lastResult }: { lastResult: SubmissionResult | null | undefined }) {
  const [form, fields] = useForm(emailOnlySchema, { lastResult });
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="flex flex-col gap-5" {...getFormProps(form)}>
      <FormNotice errors={form.errors} />
      <EmailField field={fields.email} />
      <Button type="submit" variant="primary" size="l" isBusy={isBusy}>
        Send reset link
      </Button>
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
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="flex flex-col gap-5" {...getFormProps(form)}>
      <FormNotice errors={form.errors} />
      {/* The address is there for password managers too: they keep the new password under it. */}
      <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
      <input type="hidden" name="token" value={token} />
      <NewPasswordFields
        password={fields.newPassword}
        confirmation={fields.confirmPassword}
        label="New password"
        confirmationLabel="Confirm new password"
      />
      <Button type="submit" variant="primary" size="l" isBusy={isBusy}>
        Set new password
      </Button>
    </Form>
  );
}
