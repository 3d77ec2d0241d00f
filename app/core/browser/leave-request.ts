const LEAVE_REQUESTED = 'promptwell:leave-requested';

/**
 * Asks whoever has unsaved work before going on. A listener that wants to ask the person first calls
 * `preventDefault()` and later, if the person agrees, `event.detail.proceed()`.
 */
export function requestLeave(proceed: () => void): void {
  const event = new CustomEvent(LEAVE_REQUESTED, { detail: { proceed }, cancelable: true });
  if (window.dispatchEvent(event)) proceed();
}

/** Returns how to stop listening. */
export function onLeaveRequested(
  listener: (event: CustomEvent<{ proceed: () => void }>) => void,
): () => void {
  const listen = (event: Event) => listener(event as CustomEvent<{ proceed: () => void }>);
  window.addEventListener(LEAVE_REQUESTED, listen);
  return () => window.removeEventListener(LEAVE_REQUESTED, listen);
}
