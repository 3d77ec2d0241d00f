import { useBlocker, useLocation, useNavigate, type Location } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { onLeaveRequested } from './leave-request';

export interface Leaving {
  /** Set if logging out asks for confirmation, and not a navigation. */
  isLoggingOut: boolean;
  /** Set if another page was chosen, and not another part of this one. */
  isLeavingPage: boolean;
  stay: () => void;
  leave: () => void;
}

interface Options {
  /** Whether logging out is confirmed; by default as leaving is. */
  asksAtLogout?: boolean;
  /** Whether another address of the same page leaves what would be lost. */
  leavesSession?: (next: Location) => boolean;
}

/** Blocks navigation while there is unsaved work, until the user has confirmed. Null while no navigation is pending. */
export function useLeaveGuard(
  isUnsaved: boolean,
  { asksAtLogout = isUnsaved, leavesSession = () => false }: Options = {},
): Leaving | null {
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
      (nextLocation.pathname !== pathname || leavesSession(nextLocation)) &&
      !['/logout', '/login'].includes(nextLocation.pathname),
  );
  useEffect(() => {
    if (blocker.state === 'blocked') setDestination(blocker.location);
  }, [blocker]);
  useEffect(() => {
    if (!asksAtLogout) return;
    return onLeaveRequested((event) => {
      event.preventDefault();
      setLogout(event.detail);
    });
  }, [asksAtLogout]);

  if (destination === null && logout === null) return null;
  const close = () => {
    setLogout(null);
    setDestination(null);
  };
  return {
    isLoggingOut: logout !== null,
    isLeavingPage: destination !== null && destination.pathname !== pathname,
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
