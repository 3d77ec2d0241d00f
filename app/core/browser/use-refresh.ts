import { useNavigation, useRevalidator } from '@remix-run/react';
import { isAnothersSession } from './page-account';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Revalidates the page's data. If a revalidation is running, another follows it: aborting the first would leave an
 * unhandled rejection. A navigation also aborts it, and may load less: then it begins again.
 */
export function useRefresh(): () => void {
  const { state, revalidate } = useRevalidator();
  const [requestCount, setRequestCount] = useState(0);
  const isNavigating = useNavigation().state !== 'idle';
  const begun = useRef(0);
  const isInterrupted = useRef(false);
  useEffect(() => {
    if (state !== 'idle' && isNavigating) isInterrupted.current = true;
    if (state !== 'idle' || isNavigating) return;
    if (begun.current === requestCount && !isInterrupted.current) return;
    isInterrupted.current = false;
    begun.current = requestCount;
    revalidate();
  }, [requestCount, state, isNavigating, revalidate]);
  return useCallback(() => {
    if (!isAnothersSession()) setRequestCount((count) => count + 1);
  }, []);
}
