import type { RefObject } from 'react';

/**
 * A dialog that closes gives the focus back to what opened it, in the frame after it has gone. Where that is gone too, or
 * disabled by now, the focus would be nowhere: then this field gets it. Returns how to call it off.
 */
export function focusIfLost(field: RefObject<HTMLElement>): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) field.current?.focus();
    });
  });
  return () => cancelAnimationFrame(frame);
}
