import { useSyncExternalStore } from 'react';

/**
 * Whether a link fetches its page before it is pressed. Not while the device is offline: Remix reloads the page when
 * another page's code cannot be had, so that pointing at a link was enough to lose the page one reads.
 */
export function usePrefetch(): 'intent' | 'none' {
  return useSyncExternalStore(
    subscribe,
    () => (navigator.onLine ? 'intent' : 'none'),
    () => 'intent',
  );
}

function subscribe(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}
