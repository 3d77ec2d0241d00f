import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/ui/button';
import { resetPasswordSchema } from '../schema';
import { FormNotice } from './form-notice';
import { NewPasswordFields } from './new-password-fields';
import { useForm } from '~/ui/form/use-form';

type Props = {
  lastResult: SubmissionResult | null | undefined;
  email: string;
  token: string;
};

export function ResetPasswordForm({ lastResult, email, token }: Props) {
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
