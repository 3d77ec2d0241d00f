import { useBlocker } from '@remix-run/react';
import { useEffect } from 'react';

type IsHeldBack = Exclude<Parameters<typeof useBlocker>[0], boolean>;

/** People stay on the page, and are told why: nothing asks whether they leave all the same. */
export function useHeldBack(isHeldBack: IsHeldBack, onStay: () => void): void {
  const blocker = useBlocker(isHeldBack);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    onStay();
  }, [blocker, onStay]);
}
