import { Link } from '@remix-run/react';
import type { FormOutcome } from '~/core/edge/form.server';
import { Notice } from '~/ui/notice';
import { withReturnTo } from '../landing';
import type { SignInPageData } from '../sign-in-page.server';
import { AccountFrame } from './account-frame';
import { GoogleButton } from './google-button';
import { CheckYourEmail, RegisterForm } from './register-form';
import { SignedIn } from './signed-in';

type Props = SignInPageData & { result: FormOutcome<'register' | 'resend', { email: string }> | undefined };

export function RegisterPage({ returnTo, hasGoogle, failure, signedIn, sendsMail, result }: Props) {
  if (signedIn) return <SignedIn {...signedIn} />;
  if (result?.done) return <CheckYourEmail email={result.done.email} sendsMail={sendsMail} />;
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
      {hasGoogle ? <GoogleButton from="register" returnTo={returnTo} /> : null}
      <RegisterForm lastResult={result?.reply} />
    </AccountFrame>
  );
}
