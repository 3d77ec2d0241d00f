import { useNavigation } from '@remix-run/react';

/**
 * A thin line at the top while a page is on its way. It comes after a moment only (in CSS), so that quick pages do not
 * flicker; that a page has come is announced elsewhere.
 */
export function ProgressLine() {
  const isUnderWay = useNavigation().state !== 'idle';
  return isUnderWay ? <div aria-hidden="true" data-progress className="progress-line" /> : null;
}
