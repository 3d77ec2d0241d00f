import { useEffect, useRef, type RefObject } from 'react';

/**
 * Focuses the element if the focus is lost. A closing dialog returns the focus to its trigger one frame after it is
 * removed. If the trigger no longer exists or is disabled, no control has the focus, or only the page has. Returns a
 * function that cancels.
 */
export function focusIfLost(element: RefObject<HTMLElement>, options?: FocusOptions): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      if (isLost()) element.current?.focus(options);
    });
  });
  return () => cancelAnimationFrame(frame);
}

const pageItself = (): HTMLElement | null => document.getElementById('content');

/** A focused element that becomes disabled still matches :focus but receives no keys. */
const isLost = (): boolean =>
  [document.body, pageItself()].includes(document.activeElement as HTMLElement) ||
  document.querySelector(':focus:disabled') !== null;

/** Focuses the page content if the focus is lost, so that Tab continues there instead of at the top of the window. */
export const focusPageIfLost = (): (() => void) =>
  focusIfLost({ current: pageItself() }, { preventScroll: true });

/**
 * Restores a lost focus once an operation ends, because the control that started it may be removed or disabled. React
 * has rendered the result by the time `isUnderWay` becomes false.
 */
export function useFocusAfter(isUnderWay: boolean, element?: RefObject<HTMLElement>): void {
  const wasUnderWay = useRef(false);
  useEffect(() => {
    const hasEnded = wasUnderWay.current && !isUnderWay;
    wasUnderWay.current = isUnderWay;
    if (!hasEnded) return undefined;
    return element ? focusIfLost(element) : focusPageIfLost();
  }, [isUnderWay, element]);
}
