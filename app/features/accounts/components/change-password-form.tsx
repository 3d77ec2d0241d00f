import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/ui/button';
import { PasswordField } from '~/ui/form/password-field';
import { changePasswordSchema } from '../schema';
import { FormNotice } from './form-notice';
import { NewPasswordFields } from './new-password-fields';
import { fieldProps, useForm } from '~/ui/form/use-form';

type Props = {
  lastResult: SubmissionResult | null | undefined;
  /** Somebody who came in through Google alone has no password yet. */
  hasPassword: boolean;
  email: string;
};

export function ChangePasswordForm({ lastResult, hasPassword, email }: Props) {
  const [form, fields] = useForm(changePasswordSchema, { lastResult });
  const isBusy = useNavigation().formData?.get('act') === 'change-password';
  return (
    <Form method="post" className="flex flex-col gap-5" {...getFormProps(form)}>
      <FormNotice errors={form.errors} />
      <input type="hidden" name="act" value="change-password" />
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
