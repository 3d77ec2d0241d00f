import { useEffect, useState } from 'react';
import { onDemand } from '../on-demand';
import { listenForToasts, type Toast } from './toast';

export const ToastStack = onDemand(async () => (await import('./toast-stack')).ToastStack);

/**
 * Shows what `showToast` says. What draws the toasts is loaded with the first one; the words themselves
 * go into a live region that has been in the page from the start, so that they are always announced.
 */
export function Toaster() {
  const [toasts, setToasts] = useState<readonly (Toast & { id: number })[]>([]);
  useEffect(() => {
    let id = 0;
    return listenForToasts((toast) => setToasts((before) => [...before.slice(-9), { ...toast, id: ++id }]));
  }, []);
  const latest = toasts.at(-1);
  return (
    <>
      {/* Marked, so that an open dialog does not hide it from screen readers. */}
      <p role="status" aria-live="polite" data-live-announcer="true" className="sr-only">
        {latest ? <span key={latest.id}>{latest.message}</span> : null}
        {/* Seen by others beside the words; a screen reader's user would not know that it is there. */}
        {latest?.action ? <span> {latest.action.label}: press Alt+T.</span> : null}
      </p>
      {latest ? <ToastStack toasts={toasts} /> : null}
    </>
  );
}
