import { useEffect, useRef, type RefObject } from 'react';

/**
 * A dialog that closes gives the focus back to what opened it, in the frame after it has gone. Where that is gone too, or
 * disabled by now, the focus would be nowhere: then this element gets it, or takes it over from the page as a whole.
 * Returns how to call it off.
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

/** What was disabled while it had the focus keeps it in name: no key does anything there. */
const isLost = (): boolean =>
  [document.body, pageItself()].includes(document.activeElement as HTMLElement) ||
  document.querySelector(':focus:disabled') !== null;

/** The same for the page itself: keyboards go on from its beginning, not from that of the window. */
export const focusPageIfLost = (): (() => void) =>
  focusIfLost({ current: pageItself() }, { preventScroll: true });

/**
 * The same once something is over, for the page or for an element of it: what was pressed may be gone, or disabled, by
 * then. React has drawn what came of it before it says that it is over, however long that takes.
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
