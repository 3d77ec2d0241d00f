export type ToastKind = 'success' | 'warning' | 'error' | 'info';

type ToastAction = { label: string; onAction: () => void };

export type Toast = {
  kind: ToastKind;
  message: string;
  durationMs: number;
  action?: ToastAction;
  /** Of one topic the latest toast alone is shown: an Undo for what has been replaced since would be wrong. */
  topic?: string;
  /** It went and its action was not taken. */
  onIgnored?: () => void;
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
  options: Partial<Omit<Toast, 'kind' | 'message'>> = {},
): void {
  const durationMs = options.action ? DURATION_WITH_ACTION_MS : DURATION_MS;
  const toast = { kind, message, durationMs, ...options };
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
