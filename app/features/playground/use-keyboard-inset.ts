import { useEffect } from 'react';

/**
 * Publishes as `--keyboard-inset` how much of the window a phone's keyboard covers, where the browser doesn't shrink the
 * page for it (Safari).
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const { style } = document.documentElement;
    const publish = () => {
      // A magnified page is smaller, too.
      const covered = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      style.setProperty('--keyboard-inset', `${String(Math.max(0, Math.round(covered)))}px`);
    };
    viewport.addEventListener('resize', publish);
    viewport.addEventListener('scroll', publish);
    return () => {
      viewport.removeEventListener('resize', publish);
      viewport.removeEventListener('scroll', publish);
      style.removeProperty('--keyboard-inset');
    };
  }, []);
}
