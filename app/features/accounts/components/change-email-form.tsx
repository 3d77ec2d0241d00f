import type { SubmissionResult } from '@conform-to/react';
import { EmailField } from '~/ui/form/email-field';
import { Form, SubmitButton } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { Notice } from '~/ui/notice';
import { changeEmailSchema } from '../schema';

type Props = {
  result: { done: { message: string } | null; reply: SubmissionResult | null } | undefined;
  /** A user who came in through Google alone has no password. */
  hasPassword: boolean;
};

/** Asks for a link to the new address. Nothing changes before it is opened, which the form's place then says. */
export function ChangeEmailForm({ result, hasPassword }: Props) {
  const [form, fields] = useForm(changeEmailSchema, { lastResult: result?.reply });
  if (result?.done) return <Notice tone="good">{result.done.message}</Notice>;
  return (
    <Form form={form} intent="change-email" className="max-w-90">
      <EmailField field={fields.email} label="New email" />
      {hasPassword ? (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...fieldProps(fields.currentPassword)}
          required
        />
      ) : null}
      <div>
        <SubmitButton variant="secondary">Change email</SubmitButton>
      </div>
    </Form>
  );
}
