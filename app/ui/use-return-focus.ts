import { useRef } from 'react';

/**
 * For what opens above the page without a trigger of its own: remembers where the focus was, and puts it back there.
 * Spread the result on Radix's Content.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
