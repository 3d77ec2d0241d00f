import type { SubmissionResult } from '@conform-to/react';
import { Form as PageForm, Link, useNavigation } from '@remix-run/react';
import type { FormOutcome } from '~/core/edge/form.server';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { EmailField } from '~/ui/form/email-field';
import { Form, SubmitButton } from '~/ui/form/form';
import { useForm } from '~/ui/form/use-form';
import { Notice } from '~/ui/notice';
import { withReturnTo } from '../landing';
import { registerSchema } from '../schema';
import type { SignInPageData } from '../sign-in-page.server';
import { AccountFrame, NoMailNotice } from './account-frame';
import { NameFields } from './name-fields';
import { NewPasswordFields } from './new-password-fields';
import { PasswordQuestion } from './password-question';
import { ProviderButtons } from './provider-buttons';
import { SignedIn } from './signed-in';

type Props = SignInPageData & { result: FormOutcome<'register' | 'resend', { email: string }> | undefined };

export function RegisterPage({ result, ...page }: Props) {
  const { returnTo, providers, failure, signedIn, pendingLink, sendsMail } = page;
  if (signedIn) return <SignedIn {...signedIn} />;
  if (pendingLink)
    return <PasswordQuestion {...pendingLink} returnTo={returnTo} lastResult={null} failure={null} />;
  if (result?.done)
    return <CheckYourEmail email={result.done.email} sendsMail={sendsMail} returnTo={returnTo} />;
  return (
    <AccountFrame
      title="Create an account"
      lead="Free to start: 15 requests a day, nothing to pay."
      footer={
        <>
          Have an account?{' '}
          <Link to={withReturnTo('/login', returnTo)} className="link">
            Login
          </Link>
        </>
      }
    >
      {failure === null || result ? null : <Notice tone="bad">{failure}</Notice>}
      {page.registrationNotice === null ? null : <Notice tone="info">{page.registrationNotice}</Notice>}
      {page.isRegistrationOpen ? (
        <>
          <ProviderButtons providers={providers} query={{ from: 'register', returnTo }} />
          <RegisterForm lastResult={result?.reply} />
        </>
      ) : null}
    </AccountFrame>
  );
}

function RegisterForm({ lastResult }: { lastResult: SubmissionResult | null | undefined }) {
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

type CheckProps = { email: string; sendsMail: boolean; returnTo: string | null };

/** Shown after registering: where the link was sent, and how to get another. */
export function CheckYourEmail({ email, sendsMail, returnTo }: CheckProps) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <AccountFrame
      title="Check Your Email"
      lead={
        <>
          {sendsMail ? 'We sent a link to' : 'A confirmation link for'}{' '}
          <strong className="font-medium wrap-anywhere text-ink">{email}</strong>
          {sendsMail ? '' : ' is on the server'}. Open it to confirm your email, then log in. The link works
          once and expires after a day.
        </>
      }
      footer={sendsMail ? 'Didn’t get it? Check your spam folder, or request another link.' : undefined}
    >
      {sendsMail ? null : <NoMailNotice />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={withReturnTo('/login', returnTo)} variant="primary" size="l">
          Go to login
        </ButtonLink>
        <PageForm method="post">
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
