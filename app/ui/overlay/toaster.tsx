import { useEffect, useState } from 'react';
import { lazyComponent } from '../lazy-component';
import { subscribeToToasts, type Toast } from './toast';

export const ToastStack = lazyComponent(async () => (await import('./toast-stack')).ToastStack);

/**
 * Shows the toasts of `showToast`. The toast stack is loaded with the first toast. Messages go into a live region that
 * is there from the start, so that they are always announced.
 */
export function Toaster() {
  const [toasts, setToasts] = useState<readonly (Toast & { id: number })[]>([]);
  useEffect(() => {
    let id = 0;
    return subscribeToToasts((toast) => setToasts((before) => [...before.slice(-9), { ...toast, id: ++id }]));
  }, []);
  const latest = toasts.at(-1);
  return (
    <>
      {/* Marked so that open dialogs don't hide it from screen readers. */}
      <p role="status" aria-live="polite" data-live-announcer="true" className="sr-only">
        {latest ? <span key={latest.id}>{latest.message}</span> : null}
        {/* Screen-reader users would not notice the action button. */}
        {latest?.action ? <span> {latest.action.label}: press Alt+T.</span> : null}
      </p>
      {latest ? <ToastStack toasts={toasts} /> : null}
    </>
  );
}
