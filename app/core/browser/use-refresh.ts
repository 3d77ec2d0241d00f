import { useRevalidator } from '@remix-run/react';
import { isAnothersSession } from './page-account';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Revalidates the page's data. If a revalidation is running, another follows it: aborting the first would leave an
 * unhandled rejection.
 */
export function useRefresh(): () => void {
  const { state, revalidate } = useRevalidator();
  const [asked, setAsked] = useState(0);
  const begun = useRef(0);
  useEffect(() => {
    if (begun.current === asked || state !== 'idle') return;
    begun.current = asked;
    revalidate();
  }, [asked, state, revalidate]);
  return useCallback(() => {
    if (!isAnothersSession()) setAsked((count) => count + 1);
  }, []);
}
