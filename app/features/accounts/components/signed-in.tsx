import { Link, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { forgetAiSettings } from '~/core/browser/forget-user';
import { AccountFrame } from './account-frame';
import { isolate } from '~/ui/isolate';

const REDIRECT_DELAY_MS = 1500;

/** Shown briefly after signing in, then redirects. Without JavaScript, a meta refresh does. */
export function SignedIn({ firstName, to }: { firstName: string; to: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    forgetAiSettings();
    const timer = setTimeout(() => navigate(to, { replace: true }), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [navigate, to]);
  return (
    <AccountFrame
      title={firstName ? `Hello, ${isolate(firstName)}!` : 'Hello!'}
      lead={
        <span role="status">
          You’re logged in.{' '}
          <Link to={to} replace className="link">
            Continue
          </Link>{' '}
          if nothing happens.
        </span>
      }
    >
      <noscript>
        <meta httpEquiv="refresh" content={`1;url=${to}`} />
      </noscript>
    </AccountFrame>
  );
}
