import { useRevalidator } from '@remix-run/react';
import { isAnothersSession } from './page-account';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Reads the page's data anew. Asked while it is being read, it's read once more afterwards: breaking the first reading
 * off would leave a rejection behind that nobody handles.
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
