const ENDED = 'promptwell:session-ended';

/** The server has said that the session of this page is over. */
export function announceSessionEnd(): void {
  window.dispatchEvent(new Event(ENDED));
}

/** Returns how to stop listening. */
export function onSessionEnd(listener: () => void): () => void {
  window.addEventListener(ENDED, listener);
  return () => window.removeEventListener(ENDED, listener);
}
