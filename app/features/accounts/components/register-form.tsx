import { type FieldMetadata, type SubmissionResult } from '@conform-to/react';
import { Form as PageForm, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { EmailField } from '~/ui/form/email-field';
import { Form, SubmitButton } from '~/ui/form/form';
import { TextField } from '~/ui/form/text-field';
import { registerSchema, setupSchema } from '../schema';
import { AccountFrame } from './account-frame';
import { NoMailYet } from './server-notices';
import { NewPasswordFields } from './new-password-fields';
import { fieldProps, useForm } from '~/ui/form/use-form';

export function RegisterForm({ lastResult }: { lastResult: SubmissionResult | null | undefined }) {
  const [form, fields] = useForm(registerSchema, { lastResult });
  return (
    <Form form={form} intent="register">
      <NameFields firstName={fields.firstName} lastName={fields.lastName} />
      <EmailField field={fields.email} />
      <NewPasswordFields password={fields.password} confirmation={fields.confirmPassword} />
      <SubmitButton size="l">Create account</SubmitButton>
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
  return (
    <Form form={form}>
      <input type="hidden" name="token" value={token} />
      <NameFields isFirst firstName={fields.firstName} lastName={fields.lastName} />
      <EmailField field={fields.email} />
      <NewPasswordFields password={fields.password} />
      <SubmitButton size="l">Create administrator</SubmitButton>
    </Form>
  );
}

type NameFieldsProps = {
  /** The page begins here: it gets the focus. */
  isFirst?: boolean;
  firstName: FieldMetadata<string>;
  lastName: FieldMetadata<string>;
};

function NameFields({ isFirst = false, firstName, lastName }: NameFieldsProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) first.current?.focus();
  }, [isFirst]);
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
      <TextField ref={first} label="First name" autoComplete="given-name" {...fieldProps(firstName)} />
      <TextField label="Last name" autoComplete="family-name" {...fieldProps(lastName)} />
    </div>
  );
}

/** After registering: where the link went, and what to do when it does not come. */
export function CheckYourEmail({ email, sendsMail }: { email: string; sendsMail: boolean }) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <AccountFrame
      title="Check Your Email"
      lead={
        <>
          {sendsMail ? 'We sent a link to' : 'A confirmation link for'}{' '}
          <strong className="font-medium break-all text-ink">{email}</strong>
          {sendsMail ? '' : ' is on the server'}. Open it to confirm your email, then log in. The link works
          once and expires after a day.
        </>
      }
      footer={sendsMail ? 'Didn’t get it? Check your spam folder, or request another link.' : undefined}
    >
      {sendsMail ? null : <NoMailYet />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/login" variant="primary" size="l">
          Go to login
        </ButtonLink>
        <PageForm method="post" action="/register">
          <input type="hidden" name="intent" value="resend" />
          <input type="hidden" name="email" value={email} />
          <Button type="submit" size="l" isBusy={isBusy}>
            Send another link
          </Button>
        </PageForm>
      </div>
    </AccountFrame>
  );
}
