import { useBlocker } from '@remix-run/react';
import { useEffect } from 'react';

type ShouldBlock = Exclude<Parameters<typeof useBlocker>[0], boolean>;

/** Blocks navigation and tells the user why, without offering to leave anyway. */
export function useNavigationBlock(shouldBlock: ShouldBlock, onStay: () => void): void {
  const blocker = useBlocker(shouldBlock);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    onStay();
  }, [blocker, onStay]);
}
