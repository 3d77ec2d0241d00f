const ENDED = 'promptwell:session-ended';

/** Broadcasts that the server has ended this page's session. */
export function announceSessionEnd(): void {
  window.dispatchEvent(new Event(ENDED));
}

/** Returns a function that stops listening. */
export function onSessionEnd(listener: () => void): () => void {
  window.addEventListener(ENDED, listener);
  return () => window.removeEventListener(ENDED, listener);
}
