import type { SubmissionResult } from '@conform-to/react';
import { Form as PageForm, Link } from '@remix-run/react';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/form/checkbox';
import { EmailField } from '~/ui/form/email-field';
import { Form, SubmitButton } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { loginSchema } from '../schema';
import { fieldProps, useForm } from '~/ui/form/use-form';

type Props = {
  lastResult: SubmissionResult | null | undefined;
  /** The password was right, but the address is not confirmed yet. */
  isUnconfirmed: boolean;
};

const RESEND_FORM = 'resend-confirmation';

export function LoginForm({ lastResult, isUnconfirmed }: Props) {
  const [form, fields] = useForm(loginSchema, { lastResult });
  return (
    <>
      <Form form={form} intent="sign-in">
        {isUnconfirmed ? (
          // Of the other form, so that it submits the address alone, even without scripts.
          <Button type="submit" form={RESEND_FORM} name="email" value={fields.email.value ?? ''}>
            Send a new link
          </Button>
        ) : null}
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
        <SubmitButton size="l">Login</SubmitButton>
      </Form>
      <PageForm method="post" id={RESEND_FORM} className="hidden">
        <input type="hidden" name="intent" value="resend" />
      </PageForm>
    </>
  );
}
