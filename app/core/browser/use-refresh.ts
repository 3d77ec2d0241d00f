import { useRevalidator } from '@remix-run/react';
import { isAnothersSession } from './page-account';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Revalidates the page's data. If a revalidation is running, another follows it: aborting the first would leave an
 * unhandled rejection.
 */
export function useRefresh(): () => void {
  const { state, revalidate } = useRevalidator();
  const [requestCount, setRequestCount] = useState(0);
  const begun = useRef(0);
  useEffect(() => {
    if (begun.current === requestCount || state !== 'idle') return;
    begun.current = requestCount;
    revalidate();
  }, [requestCount, state, revalidate]);
  return useCallback(() => {
    if (!isAnothersSession()) setRequestCount((count) => count + 1);
  }, []);
}
