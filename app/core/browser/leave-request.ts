const LEAVE_REQUESTED = 'promptwell:leave-requested';
const LEAVE_UNOPPOSED = 'promptwell:leave-unopposed';

/**
 * Asks pages with unsaved work before navigating away. A listener that wants to confirm first calls `preventDefault()`
 * and later `event.detail.proceed()`.
 */
export function requestLeave(proceed: () => void): void {
  const isGranted = [LEAVE_REQUESTED, LEAVE_UNOPPOSED].every((type) =>
    window.dispatchEvent(new CustomEvent(type, { detail: { proceed }, cancelable: true })),
  );
  if (isGranted) proceed();
}

type Listener = (event: CustomEvent<{ proceed: () => void }>) => void;

/** Returns a function that stops listening. */
export const onLeaveRequested = (listener: Listener): (() => void) => listenTo(LEAVE_REQUESTED, listener);

/** Like `onLeaveRequested`, but runs only if no other listener prevented it. */
export const onLeaveUnopposed = (listener: Listener): (() => void) => listenTo(LEAVE_UNOPPOSED, listener);

function listenTo(type: string, listener: Listener): () => void {
  const listen = (event: Event) => listener(event as Parameters<Listener>[0]);
  window.addEventListener(type, listen);
  return () => window.removeEventListener(type, listen);
}
