import { Form, Link } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { FAILURES, NETWORK_ERROR } from '../failures';
import { AccountFrame } from './account-frame';

export type Confirmation = { state: 'loading' } | { state: 'success' | 'failure'; message: string };

type Props = {
  userId: string;
  token: string;
  /** Where the server's part has got to; "loading" is for the browser to finish. */
  initial: Confirmation;
};

/**
 * A link in a mail is opened by scanners too, so opening it confirms nothing: the page's script does, or its button
 * where no scripts run.
 */
export function EmailConfirmation({ userId, token, initial }: Props) {
  const [confirmation, setConfirmation] = useState(initial);
  const isAsked = useRef(false);
  useEffect(() => {
    if (initial.state !== 'loading' || isAsked.current) return;
    isAsked.current = true; // the link works once
    void confirm(userId, token).then(setConfirmation);
  }, [initial.state, userId, token]);

  switch (confirmation.state) {
    case 'loading':
      return (
        <AccountFrame title="Confirming your e-mail" lead={<span role="status">One moment …</span>}>
          <noscript>
            <Form method="post">
              <input type="hidden" name="userId" value={userId} />
              <input type="hidden" name="token" value={token} />
              <Button type="submit" variant="primary" size="l">
                Confirm my e-mail address
              </Button>
            </Form>
          </noscript>
        </AccountFrame>
      );
    case 'success':
      return (
        <AccountFrame title="E-mail confirmed" lead={<span role="status">{confirmation.message}</span>}>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/login" variant="primary" size="l">
              Sign in
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
          title="That did not work"
          lead={<span role="alert">{confirmation.message}</span>}
          footer={
            <>
              Confirmed already? Then you can simply sign in. You can also go to the{' '}
              <Link to="/" className="link">
                home page
              </Link>
              .
            </>
          }
        >
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/login" variant="primary" size="l">
              Sign in
            </ButtonLink>
            <ButtonLink to="/register" size="l">
              Register
            </ButtonLink>
          </div>
        </AccountFrame>
      );
  }
}

async function confirm(userId: string, token: string): Promise<Confirmation> {
  try {
    const response = await fetch('/api/auth/confirm-email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ userId, token }),
    });
    const answer: unknown = await response.json().catch(() => null);
    return { state: response.ok ? 'success' : 'failure', message: messageOf(answer) };
  } catch {
    return { state: 'failure', message: NETWORK_ERROR };
  }
}

function messageOf(answer: unknown): string {
  if (
    typeof answer === 'object' &&
    answer !== null &&
    'message' in answer &&
    typeof answer.message === 'string'
  ) {
    return answer.message;
  }
  return FAILURES.confirm;
}
