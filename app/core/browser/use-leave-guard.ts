import { useBlocker } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { onLeaveRequested } from './leave-request';

export interface Leaving {
  /** Asked for by logging out, not by going to another page. */
  isLoggingOut: boolean;
  stay: () => void;
  leave: () => void;
}

/** Holds back whoever leaves a page with unsaved work until they were asked. Null while nobody leaves. */
export function useLeaveGuard(isUnsaved: boolean): Leaving | null {
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
    return onLeaveRequested((event) => {
      event.preventDefault();
      setRequest(event.detail);
    });
  }, [isUnsaved]);

  if (blocker.state !== 'blocked' && request === null) return null;
  return {
    isLoggingOut: request !== null,
    stay: () => {
      setRequest(null);
      if (blocker.state === 'blocked') blocker.reset();
    },
    leave: () => {
      setRequest(null);
      request?.proceed();
      if (blocker.state === 'blocked') blocker.proceed();
    },
  };
}
