import type { SubmissionResult } from '@conform-to/react';
import { Form as PageForm, Link } from '@remix-run/react';
import type { FormOutcome } from '~/core/edge/form.server';
import type { Message } from '~/core/shared/message';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/form/checkbox';
import { EmailField } from '~/ui/form/email-field';
import { Form, SubmitButton } from '~/ui/form/form';
import { PasswordField } from '~/ui/form/password-field';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { Notice } from '~/ui/notice';
import { withReturnTo } from '../landing';
import { loginSchema } from '../schema';
import type { SignInPageData } from '../sign-in-page.server';
import { AccountFrame, NoMailNotice } from './account-frame';
import { PasskeyLogin } from './passkey-login';
import { ProviderButtons } from './provider-buttons';
import { PasswordQuestion } from './password-question';
import { SecondStep, type Challenge } from './second-step';
import { SignedIn } from './signed-in';

type SignInIntent = 'sign-in' | 'second-factor' | 'passkey' | 'keep-password' | 'drop-password';
export type SignInStep = Welcome | Challenge;
type Welcome = { firstName: string; to: string };
type Props = SignInPageData & {
  result: FormOutcome<SignInIntent, SignInStep> | FormOutcome<'resend', Message> | undefined;
};

export function LoginPage({ result, ...page }: Props) {
  const { greeting, returnTo, providers, hasPasskeys, failure, hasEnded, sendsMail } = page;
  const done = result && result.intent !== 'resend' ? result.done : null;
  const signedIn = done && 'to' in done ? done : page.signedIn;
  if (signedIn) return <SignedIn {...signedIn} />;
  const challenge = challengeOf(result);
  if (challenge)
    return (
      <SecondStep {...challenge} lastResult={result?.intent === 'second-factor' ? result.reply : null} />
    );
  if (page.pendingLink && result?.code !== 'invalid_link') {
    return (
      <PasswordQuestion
        {...page.pendingLink}
        returnTo={returnTo}
        lastResult={result?.intent === 'keep-password' ? result.reply : null}
        failure={result?.intent === 'drop-password' ? messagesOf(result.reply) : null}
      />
    );
  }
  return (
    <AccountFrame
      title={greeting}
      lead={
        hasPasskeys || providers.length > 0 ? 'Choose how to log in.' : 'Log in with your email and password.'
      }
      footer={
        <>
          New here?{' '}
          <Link to={withReturnTo('/register', returnTo)} className="link">
            Create an account
          </Link>
        </>
      }
    >
      {failure === null || result ? null : <Notice tone="bad">{failure}</Notice>}
      {hasEnded && !result ? (
        <Notice tone="info">
          Your session ended. Log in to pick up where you left off. Unless you logged out, your drafts are
          kept in this browser.
        </Notice>
      ) : null}
      <ProviderButtons providers={providers} query={{ from: 'login', returnTo }}>
        {hasPasskeys ? <PasskeyLogin /> : null}
      </ProviderButtons>
      {result?.intent === 'resend' && result.done ? (
        sendsMail ? (
          <Notice tone="good">{result.done.message}</Notice>
        ) : (
          <NoMailNotice />
        )
      ) : null}
      <LoginForm
        lastResult={result?.reply}
        isUnconfirmed={result?.code === 'email_not_confirmed'}
        returnTo={returnTo}
      />
    </AccountFrame>
  );
}

/** The second step that is due, also after a wrong code. */
function challengeOf(result: Props['result']): Challenge | null {
  if (result?.done && 'challenge' in result.done) return result.done;
  if (result?.intent !== 'second-factor' || result.code === 'invalid_challenge') return null;
  const { challenge, rememberMe } = result.reply?.initialValue ?? {};
  return typeof challenge === 'string' ? { challenge, rememberMe: rememberMe === 'on' } : null;
}

const messagesOf = (reply: SubmissionResult | null): string | null =>
  Object.values(reply?.error ?? {})
    .flat()
    .join('. ') || null;

type LoginFormProps = {
  lastResult: SubmissionResult | null | undefined;
  /** The password is correct, but the address isn't confirmed yet. */
  isUnconfirmed: boolean;
  returnTo: string | null;
};

const RESEND_FORM = 'resend-confirmation';

function LoginForm({ lastResult, isUnconfirmed, returnTo }: LoginFormProps) {
  const [form, fields] = useForm(loginSchema, { lastResult });
  return (
    <>
      <Form form={form} intent="sign-in">
        {isUnconfirmed ? (
          // Belongs to the other form, so that it submits only the address, even without JavaScript.
          <Button type="submit" form={RESEND_FORM} name="email" value={fields.email.value ?? ''}>
            Send a new link
          </Button>
        ) : null}
        <EmailField field={fields.email} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          aside={
            <Link to={withReturnTo('/forgot-password', returnTo)} className="link">
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
