import { useBlocker } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { onLeaveRequested } from '~/core/browser/leave-request';
import { LeaveDialog } from './leave-dialog';

const UNSAVED = 'ai_unsaved';

/** Leaving the page with a prompt or replies on it asks first; so does signing out, which removes them. */
export function LeaveGuard({ isUnsaved, hasUnstored }: { isUnsaved: boolean; hasUnstored: boolean }) {
  const [request, setRequest] = useState<{ proceed: () => void } | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Signing out asks by itself, and sessions that have ended leave for /login.
      isUnsaved &&
      nextLocation.pathname !== currentLocation.pathname &&
      !['/logout', '/login'].includes(nextLocation.pathname),
  );

  useEffect(() => {
    if (isUnsaved) sessionStorage.setItem(UNSAVED, 'true');
    else sessionStorage.removeItem(UNSAVED);
  }, [isUnsaved]);

  useEffect(
    () =>
      onLeaveRequested((event) => {
        if (!isUnsaved) return;
        event.preventDefault();
        setRequest(event.detail);
      }),
    [isUnsaved],
  );

  const isBlocked = blocker.state === 'blocked';
  function stay() {
    setRequest(null);
    if (blocker.state === 'blocked') blocker.reset();
  }
  function leave() {
    setRequest(null);
    request?.proceed();
    if (blocker.state === 'blocked') blocker.proceed();
  }

  if (!isBlocked && request === null) return null;
  return (
    <LeaveDialog isSigningOut={request !== null} hasUnstored={hasUnstored} onStay={stay} onLeave={leave} />
  );
}
