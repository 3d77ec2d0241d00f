import type { RefObject } from 'react';

/**
 * A dialog that closes gives the focus back to what opened it, in the frame after it has gone. Where that is gone too, or
 * disabled by now, the focus would be nowhere: then this element gets it. Returns how to call it off.
 */
export function focusIfLost(element: RefObject<HTMLElement>, options?: FocusOptions): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) element.current?.focus(options);
    });
  });
  return () => cancelAnimationFrame(frame);
}

/** The same for the page itself: keyboards go on from its beginning, not from that of the window. */
export const focusPageIfLost = (): (() => void) =>
  focusIfLost({ current: document.getElementById('content') }, { preventScroll: true });
