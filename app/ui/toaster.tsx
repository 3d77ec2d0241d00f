import { lazy, Suspense, useEffect, useState } from 'react';
import { listenForToasts, type Toast } from './toast';

const ToastStack = lazy(() => import('./toast-stack'));

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
      <p role="status" aria-live="polite" className="sr-only">
        {latest ? <span key={latest.id}>{latest.message}</span> : null}
      </p>
      {latest ? (
        <Suspense>
          <ToastStack toasts={toasts} />
        </Suspense>
      ) : null}
    </>
  );
}
