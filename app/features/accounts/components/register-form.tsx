import { getFormProps, type FieldMetadata, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { TextField } from '~/ui/form/text-field';
import { registerSchema, setupSchema } from '../schema';
import { AccountFrame } from './account-frame';
import { EmailField } from './email-field';
import { FormNotice } from './form-notice';
import { NewPasswordFields } from './new-password-fields';
import { fieldProps, useForm } from '~/ui/form/use-form';

export function RegisterForm({ lastResult }: { lastResult: SubmissionResult | null | undefined }) {
  const [form, fields] = useForm(registerSchema, { lastResult });
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="flex flex-col gap-5" {...getFormProps(form)}>
      <input type="hidden" name="intent" value="register" />
      <FormNotice errors={form.errors} />
      <NameFields firstName={fields.firstName} lastName={fields.lastName} />
      <EmailField field={fields.email} />
      <NewPasswordFields password={fields.password} confirmation={fields.confirmPassword} />
      <Button type="submit" variant="primary" size="l" isBusy={isBusy}>
        Create account
      </Button>
    </Form>
  );
}

/** The first administrator's. */
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

type NameFieldsProps = { firstName: FieldMetadata<string>; lastName: FieldMetadata<string> };

function NameFields({ firstName, lastName }: NameFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
      <TextField label="First name" autoComplete="given-name" {...fieldProps(firstName)} />
      <TextField label="Last name" autoComplete="family-name" {...fieldProps(lastName)} />
    </div>
  );
}

/** After registering: where the link went, and what to do when it does not come. */
export function CheckYourEmail({ email }: { email: string }) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <AccountFrame
      title="Check Your Email"
      lead={
        <>
          We sent a link to <strong className="font-medium break-all text-ink">{email}</strong>. Open it to
          confirm your address; it works once, for one day. Then you can sign in.
        </>
      }
      footer="Nothing there after a few minutes? Look in your spam folder, or ask for another link."
    >
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/login" variant="primary" size="l">
          Go to sign in
        </ButtonLink>
        <Form method="post" action="/register">
          <input type="hidden" name="intent" value="resend" />
          <input type="hidden" name="email" value={email} />
          <Button type="submit" size="l" isBusy={isBusy}>
            Send another link
          </Button>
        </Form>
      </div>
    </AccountFrame>
  );
}
