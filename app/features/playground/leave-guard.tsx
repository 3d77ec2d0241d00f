import { useBlocker } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { onLeaveRequested } from '~/core/leave-request';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/dialog';

const UNSAVED = 'ai_unsaved';

/** Leaving the page with a prompt or replies on it asks first; so does signing out, which removes them. */
export function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
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

  return (
    <Dialog
      isOpen={isBlocked || request !== null}
      onOpenChange={stay}
      title="Leave AI Page?"
      description={
        request
          ? 'Signing out removes the prompt and the replies on this page from this browser.'
          : 'Your work is not saved as a session. The prompt and the replies stay in this browser until you reset them or sign out.'
      }
      footer={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button look="danger" onClick={leave}>
            Leave
          </Button>
        </>
      }
    />
  );
}
