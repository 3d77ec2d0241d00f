import { useBlocker } from '@remix-run/react';
import { useEffect } from 'react';

type IsHeldBack = Exclude<Parameters<typeof useBlocker>[0], boolean>;

/** Blocks navigation and tells the user why, without offering to leave anyway. */
export function useHeldBack(isHeldBack: IsHeldBack, onStay: () => void): void {
  const blocker = useBlocker(isHeldBack);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    onStay();
  }, [blocker, onStay]);
}
