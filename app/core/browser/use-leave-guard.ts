import { useBlocker, useLocation, useNavigate, type Location } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { onLeaveRequested } from './leave-request';

export interface Leaving {
  /** Asked for by logging out, not by going to another page. */
  isLoggingOut: boolean;
  stay: () => void;
  leave: () => void;
}

/** Holds back whoever leaves a page with unsaved work until they were asked. Null while nobody leaves. */
export function useLeaveGuard(isUnsaved: boolean): Leaving | null {
  const [logout, setLogout] = useState<{ proceed: () => void } | null>(null);
  // The router forgets whom it holds back as soon as the page loads its data anew, so where to is kept here.
  const [destination, setDestination] = useState<Location | null>(null);
  const isAsked = useRef(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Logging out asks by itself, and a session that has ended leads to /login. The router may be a page ahead of what
      // is on screen: whoever has left and comes back at once is not leaving.
      isUnsaved &&
      !isAsked.current &&
      currentLocation.pathname === pathname &&
      nextLocation.pathname !== pathname &&
      !['/logout', '/login'].includes(nextLocation.pathname),
  );
  useEffect(() => {
    if (blocker.state === 'blocked') setDestination(blocker.location);
  }, [blocker]);
  useEffect(() => {
    if (!isUnsaved) return;
    return onLeaveRequested((event) => {
      event.preventDefault();
      setLogout(event.detail);
    });
  }, [isUnsaved]);

  if (destination === null && logout === null) return null;
  const close = () => {
    setLogout(null);
    setDestination(null);
  };
  return {
    isLoggingOut: logout !== null,
    stay: () => {
      close();
      if (blocker.state === 'blocked') blocker.reset();
    },
    leave: () => {
      close();
      logout?.proceed();
      if (blocker.state === 'blocked') blocker.proceed();
      else if (destination) {
        isAsked.current = true; // the blocker is called before `navigate` returns
        navigate(destination);
        isAsked.current = false;
      }
    },
  };
}
