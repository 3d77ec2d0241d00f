import { useBlocker, useLocation } from '@remix-run/react';
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
  const { pathname } = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Logging out asks by itself, and a session that has ended leads to /login. The router may be a page ahead of what
      // is on screen: whoever has left and comes back at once is not leaving.
      isUnsaved &&
      currentLocation.pathname === pathname &&
      nextLocation.pathname !== pathname &&
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
