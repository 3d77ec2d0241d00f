import { useBlocker } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { onLeaveRequested } from '~/core/browser/leave-request';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlay/dialog';

type Props = {
  isUnsaved: boolean;
  /** What would be lost: "Your changes to the daily limit aren’t saved." */
  loss: string;
};

/** Leaving a form with changes asks first, by a link, Back, logging out or closing the tab. */
export function UnsavedGuard({ isUnsaved, loss }: Props) {
  const [request, setRequest] = useState<{ proceed: () => void } | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Logging out asks by itself, and a session that has ended leads to /login.
      isUnsaved &&
      nextLocation.pathname !== currentLocation.pathname &&
      !['/logout', '/login'].includes(nextLocation.pathname),
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    const stop = onLeaveRequested((event) => {
      event.preventDefault();
      setRequest(event.detail);
    });
    return () => {
      window.removeEventListener('beforeunload', ask);
      stop();
    };
  }, [isUnsaved]);

  function stay() {
    setRequest(null);
    if (blocker.state === 'blocked') blocker.reset();
  }
  function leave() {
    setRequest(null);
    request?.proceed();
    if (blocker.state === 'blocked') blocker.proceed();
  }
  if (blocker.state !== 'blocked' && request === null) return null;
  return (
    <Dialog
      isOpen
      isDanger
      onOpenChange={stay}
      title="Leave without saving?"
      description={loss}
      footer={
        <>
          <Button onClick={stay}>Keep editing</Button>
          <Button variant="danger" onClick={leave}>
            Leave
          </Button>
        </>
      }
    />
  );
}
