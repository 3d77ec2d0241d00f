import { Link } from '@remix-run/react';
import type { FormOutcome } from '~/core/edge/form.server';
import type { Message } from '~/core/shared/message';
import { Notice } from '~/ui/notice';
import { withReturnTo } from '../landing';
import type { SignInPageData } from '../sign-in-page.server';
import { AccountFrame } from './account-frame';
import { GoogleButton } from './google-button';
import { LoginForm } from './login-form';
import { NoMailYet } from './server-notices';
import { SignedIn } from './signed-in';

type Welcome = { firstName: string; to: string };
type Props = SignInPageData & {
  result: FormOutcome<'sign-in', Welcome> | FormOutcome<'resend', Message> | undefined;
};

export function LoginPage({ result, ...page }: Props) {
  const { greeting, returnTo, hasGoogle, failure, hasEnded, sendsMail } = page;
  const signedIn = result?.intent === 'sign-in' && result.done ? result.done : page.signedIn;
  if (signedIn) return <SignedIn {...signedIn} />;
  return (
    <AccountFrame
      title={greeting}
      lead="Log in with your email and password."
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
          Your session ended. Log in to pick up where you left off; your drafts are kept in this browser.
        </Notice>
      ) : null}
      {hasGoogle ? <GoogleButton from="login" returnTo={returnTo} /> : null}
      {result?.intent === 'resend' && result.done ? (
        sendsMail ? (
          <Notice tone="good">{result.done.message}</Notice>
        ) : (
          <NoMailYet />
        )
      ) : null}
      <LoginForm lastResult={result?.reply} isUnconfirmed={result?.code === 'email_not_confirmed'} />
    </AccountFrame>
  );
}
