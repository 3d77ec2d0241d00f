import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { focusPageIfLost } from '~/ui/focus-if-lost';

/** A page that changes without loading says so to those who cannot see it, and has the focus if what had it is gone. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (lastPathname.current === pathname) return undefined;
    lastPathname.current = pathname;
    setTitle(document.title);
    return focusPageIfLost();
  }, [pathname]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
