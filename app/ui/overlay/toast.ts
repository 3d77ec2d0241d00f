export type ToastKind = 'success' | 'warning' | 'error' | 'info';

type ToastAction = { label: string; onAction: () => void };

export type Toast = {
  kind: ToastKind;
  message: string;
  durationMs: number;
  action?: ToastAction;
  /** A new toast replaces one with the same topic: an Undo for an outdated change would be wrong. */
  topic?: string;
  /** Called when it disappears without its action having been used. */
  onIgnored?: () => void;
};

type Listener = (toast: Toast) => void;

let listener: Listener | undefined;
const waiting: Toast[] = [];

const DURATION_MS = 3000;
/** Long enough to read it, decide, and reach it with the keyboard. */
const DURATION_WITH_ACTION_MS = 10_000;

/**
 * Shows and announces a toast, optionally with an action such as Undo. Can be called anywhere in the browser; toasts
 * shown before the page is ready are queued.
 */
export function showToast(
  kind: ToastKind,
  message: string,
  options: Partial<Omit<Toast, 'kind' | 'message'>> = {},
): void {
  const durationMs = options.action ? DURATION_WITH_ACTION_MS : DURATION_MS;
  const toast = { kind, message, durationMs, ...options };
  if (listener) listener(toast);
  else waiting.push(toast);
}

/** Called by the one component that shows toasts. Returns a function that stops listening. */
export function subscribeToToasts(next: Listener): () => void {
  listener = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    if (listener === next) listener = undefined;
  };
}
