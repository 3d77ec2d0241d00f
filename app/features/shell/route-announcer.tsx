import { useFetchers, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { focusPageIfLost } from '~/ui/focus-if-lost';

/** A page that changes without loading says so to those who cannot see it, and has the focus if what had it is gone. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  const [title, setTitle] = useState('');
  useFocusAfterForms();
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

/** What a form was sent with may be gone when the page is read anew, such as the row of what was removed. */
function useFocusAfterForms(): void {
  const { formData } = useNavigation();
  const fetchers = useFetchers();
  const isSending = formData !== undefined || fetchers.some(({ state }) => state !== 'idle');
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!isSending) return hadFocus.current ? focusPageIfLost() : undefined;
    hadFocus.current = document.activeElement !== document.body;
    return undefined;
  }, [isSending]);
}
