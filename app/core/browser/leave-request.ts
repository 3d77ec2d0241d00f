const LEAVE_REQUESTED = 'promptwell:leave-requested';
const LEAVE_UNOPPOSED = 'promptwell:leave-unopposed';

/**
 * Asks whoever has unsaved work before going on. A listener that wants to ask the person first calls
 * `preventDefault()` and later, if the person agrees, `event.detail.proceed()`.
 */
export function requestLeave(proceed: () => void): void {
  const isGranted = [LEAVE_REQUESTED, LEAVE_UNOPPOSED].every((type) =>
    window.dispatchEvent(new CustomEvent(type, { detail: { proceed }, cancelable: true })),
  );
  if (isGranted) proceed();
}

type Listener = (event: CustomEvent<{ proceed: () => void }>) => void;

/** Returns how to stop listening. */
export const onLeaveRequested = (listener: Listener): (() => void) => listenTo(LEAVE_REQUESTED, listener);

/** The same for whoever asks only where the page on screen does not. */
export const onLeaveUnopposed = (listener: Listener): (() => void) => listenTo(LEAVE_UNOPPOSED, listener);

function listenTo(type: string, listener: Listener): () => void {
  const listen = (event: Event) => listener(event as Parameters<Listener>[0]);
  window.addEventListener(type, listen);
  return () => window.removeEventListener(type, listen);
}
