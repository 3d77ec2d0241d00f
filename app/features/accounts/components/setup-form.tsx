import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/ui/button';
import { setupSchema } from '../schema';
import { EmailField } from './email-field';
import { FormNotice } from './form-notice';
import { NameFields } from './name-fields';
import { NewPasswordFields } from './new-password-fields';
import { useForm } from '~/ui/form/use-form';

export function SetupForm({
  lastResult,
  token,
}: {
  lastResult: SubmissionResult | null | undefined;
  token: string;
}) {
  const [form, fields] = useForm(setupSchema, { lastResult });
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="flex flex-col gap-5" {...getFormProps(form)}>
      <FormNotice errors={form.errors} />
      <input type="hidden" name="token" value={token} />
      <NameFields firstName={fields.firstName} lastName={fields.lastName} />
      <EmailField field={fields.email} />
      <NewPasswordFields password={fields.password} confirmation={fields.confirmPassword} />
      <Button type="submit" variant="primary" size="l" isBusy={isBusy}>
        Create administrator
      </Button>
    </Form>
  );
}
