import { Form, Link, useNavigation } from '@remix-run/react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { withReturnTo } from '../landing';
import type { ReturnTo } from '../schema';
import { AccountFrame } from './account-frame';

type Props = ReturnTo & {
  userId: string;
  token: string;
  /** The signed-in user, who may not be the one the link is for. */
  signedIn: { email: string; isOther: boolean; landing: string } | undefined;
  /** Nothing is confirmed until the button is pressed. */
  outcome: { state: 'asked' } | { state: 'success' | 'failure'; message: string };
};

/** Mail scanners open links too, so confirming takes a button, which also works without JavaScript. */
export function EmailConfirmation({ userId, token, returnTo, signedIn, outcome }: Props) {
  const login = withReturnTo('/login', returnTo);
  const isSending = useNavigation().formData?.get('token') === token;
  if (isSending) {
    return <AccountFrame title="Confirming your email" lead={<span role="status">One moment …</span>} />;
  }
  switch (outcome.state) {
    case 'asked':
      return (
        <AccountFrame
          title="Confirm your email"
          lead={`One click, and you’re ${signedIn ? 'done' : 'ready to log in'}.`}
        >
          <Form method="post">
            <input type="hidden" name="userId" value={userId} />
            <input type="hidden" name="token" value={token} />
            <Button type="submit" variant="primary" size="l">
              Confirm email
            </Button>
          </Form>
        </AccountFrame>
      );
    case 'success':
      return (
        <AccountFrame
          title="Email confirmed"
          lead={<span role="status">{signedIn ? confirmedFor(signedIn) : outcome.message}</span>}
        >
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={signedIn?.landing ?? login} variant="primary" size="l">
              {signedIn ? 'Continue' : 'Login'}
            </ButtonLink>
            <ButtonLink to="/" size="l">
              Home
            </ButtonLink>
          </div>
        </AccountFrame>
      );
    case 'failure':
      return (
        <AccountFrame
          title="We couldn’t confirm your email"
          lead={<span role="alert">{outcome.message}</span>}
          footer={
            <>
              {signedIn
                ? 'To change your email address, request a new link on your account page.'
                : 'Log in to request a new link.'}{' '}
              You can also go to the{' '}
              <Link to="/" className="link">
                home page
              </Link>
              .
            </>
          }
        >
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={signedIn ? '/account' : login} variant="primary" size="l">
              {signedIn ? 'Account' : 'Login'}
            </ButtonLink>
            {signedIn ? null : (
              <ButtonLink to={withReturnTo('/register', returnTo)} size="l">
                Register
              </ButtonLink>
            )}
          </div>
        </AccountFrame>
      );
  }
}

const confirmedFor = ({ email, isOther }: NonNullable<Props['signedIn']>): string =>
  `The email address is confirmed.${isOther ? ` You’re still logged in as ${email}.` : ''}`;
