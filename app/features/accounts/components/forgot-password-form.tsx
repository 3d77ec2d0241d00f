import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/ui/button';
import { emailOnlySchema } from '../schema';
import { EmailField } from './email-field';
import { FormNotice } from './form-notice';
import { useForm } from '~/ui/form/use-form';

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
