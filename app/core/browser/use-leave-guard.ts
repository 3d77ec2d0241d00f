import { useBlocker, useLocation, useNavigate, type Location } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { onLeaveRequested } from './leave-request';

export interface Leaving {
  /** Set if logging out asks for confirmation, and not a navigation. */
  isLoggingOut: boolean;
  stay: () => void;
  leave: () => void;
}

/** Blocks navigation while there is unsaved work, until the user has confirmed. Null while no navigation is pending. */
export function useLeaveGuard(isUnsaved: boolean): Leaving | null {
  const [logout, setLogout] = useState<{ proceed: () => void } | null>(null);
  // The router forgets a blocked navigation when the page revalidates, so its destination is kept here.
  const [destination, setDestination] = useState<Location | null>(null);
  const isAsked = useRef(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Not blocked: logging out, which confirms by itself, the redirect to /login of an ended session, and returning
      // to the current page.
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
        isAsked.current = true; // the blocker runs before `navigate` returns
        navigate(destination);
        isAsked.current = false;
      }
    },
  };
}
