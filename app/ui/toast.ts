export type ToastKind = 'success' | 'warning' | 'error' | 'info';

export type Toast = { kind: ToastKind; message: string; durationMs: number };

type Listener = (toast: Toast) => void;

let listener: Listener | undefined;
const waiting: Toast[] = [];

/**
 * Says something in passing, aloud too. Callable from anywhere in the browser; what is said before the page
 * is ready waits for it.
 */
export function showToast(kind: ToastKind, message: string, { durationMs = 3000 } = {}): void {
  const toast = { kind, message, durationMs };
  if (listener) listener(toast);
  else waiting.push(toast);
}

/** The one place that shows them. Returns how to stop. */
export function listenForToasts(next: Listener): () => void {
  listener = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    if (listener === next) listener = undefined;
  };
}
