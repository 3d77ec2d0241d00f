import { useFetchers, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { focusPageIfLost } from '~/ui/focus-if-lost';

/** Announces client-side navigation to screen readers, and moves the focus if its element was removed. */
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

/** A submitted form's button may be removed on revalidation, as in a deleted row. */
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
