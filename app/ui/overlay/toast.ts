export type ToastKind = 'success' | 'warning' | 'error' | 'info';

export type ToastAction = { label: string; onAction: () => void };

export type Toast = {
  kind: ToastKind;
  message: string;
  durationMs: number;
  action?: ToastAction;
  /** Of one topic the latest toast alone is shown: an Undo for what has been replaced since would be wrong. */
  topic?: string;
};

type Listener = (toast: Toast) => void;

let listener: Listener | undefined;
const waiting: Toast[] = [];

const DURATION_MS = 3000;
/** Long enough to read, decide and get there with the keyboard. */
const DURATION_WITH_ACTION_MS = 10_000;

/**
 * Says something in passing, aloud too, perhaps with a way to undo it. Callable from anywhere in the browser; what is
 * said before the page is ready waits for it.
 */
export function showToast(
  kind: ToastKind,
  message: string,
  { action, topic, ...options }: { durationMs?: number; action?: ToastAction; topic?: string } = {},
): void {
  const durationMs = options.durationMs ?? (action ? DURATION_WITH_ACTION_MS : DURATION_MS);
  const toast = { kind, message, durationMs, ...(action && { action }), ...(topic && { topic }) };
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
