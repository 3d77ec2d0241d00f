import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/form/checkbox';
import { Notice } from '~/ui/notice';
import { PasswordField } from '~/ui/form/password-field';
import { loginSchema } from '../schema';
import { EmailField } from './email-field';
import { FormNotice } from './form-notice';
import { fieldProps, useForm } from '~/ui/form/use-form';

type Props = {
  lastResult: SubmissionResult | null | undefined;
  /** The password was right, but the address is not confirmed yet. */
  isUnconfirmed: boolean;
};

const RESEND_FORM = 'resend-confirmation';

export function LoginForm({ lastResult, isUnconfirmed }: Props) {
  const [form, fields] = useForm(loginSchema, { lastResult });
  const isBusy = useNavigation().state !== 'idle';
  return (
    <>
      <Form method="post" className="flex flex-col gap-5" {...getFormProps(form)}>
        <input type="hidden" name="intent" value="sign-in" />
        {isUnconfirmed ? (
          <Unconfirmed message={form.errors?.join('. ')} email={fields.email.value ?? ''} />
        ) : (
          <FormNotice errors={form.errors} />
        )}
        <EmailField field={fields.email} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          aside={
            <Link to="/forgot-password" className="link">
              Forgot password?
            </Link>
          }
          {...fieldProps(fields.password)}
        />
        <Checkbox label="Remember me on this device" name={fields.rememberMe.name} />
        <Button type="submit" variant="primary" size="l" isBusy={isBusy}>
          Sign in
        </Button>
      </Form>
      <Form method="post" id={RESEND_FORM} className="hidden">
        <input type="hidden" name="intent" value="resend" />
      </Form>
    </>
  );
}

/** The button belongs to the other form, so that it submits the address alone, even without scripts. */
function Unconfirmed({ message, email }: { message: string | undefined; email: string }) {
  return (
    <Notice
      tone="warn"
      actions={
        <Button type="submit" form={RESEND_FORM} name="email" value={email}>
          Send a new link
        </Button>
      }
    >
      {message}
    </Notice>
  );
}
