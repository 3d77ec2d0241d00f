import { useNavigation } from '@remix-run/react';

/**
 * A thin bar at the top during navigation. CSS delays it, so that fast navigations don't flicker. Completed navigations
 * are announced elsewhere.
 */
export function ProgressLine() {
  const isUnderWay = useNavigation().state !== 'idle';
  return isUnderWay ? <div aria-hidden="true" data-progress className="progress-line" /> : null;
}
