import { useLocation } from '@remix-run/react';
import { LogIn } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { onAccount } from '~/core/browser/account-signals';
import { storeOpenDrafts } from '~/core/browser/draft-storage';
import { onSessionEnd } from '~/core/browser/session-signals';
import { ButtonLink } from '~/ui/button-link';
import { StatusBar } from './status-bar';

/** The session has ended: the page stays, and the login link returns to it. */
export function SessionNotice() {
  const [isEnded, setIsEnded] = useState(false);
  const { pathname, search } = useLocation();
  const isLoggedOut = useRef(false);
  useEffect(() => onSessionEnd(() => setIsEnded(true)), []);
  useEffect(
    () =>
      onAccount((signedIn) => {
        isLoggedOut.current = signedIn === null;
        setIsEnded(isLoggedOut.current);
      }),
    [],
  );
  // On return from another tab, assumes a new login; otherwise the next call shows the notice again.
  useEffect(() => {
    const forget = () => setIsEnded(isLoggedOut.current);
    window.addEventListener('focus', forget);
    return () => window.removeEventListener('focus', forget);
  }, []);
  const query = new URLSearchParams({ returnTo: `${pathname}${search}`, reason: 'session_ended' });
  return (
    <StatusBar
      icon={LogIn}
      title={isEnded ? 'Your session has ended.' : null}
      action={
        <ButtonLink to={`/login?${query.toString()}`} size="s" onClick={storeOpenDrafts}>
          Login
        </ButtonLink>
      }
    >
      Log in again to continue on this page.
    </StatusBar>
  );
}
