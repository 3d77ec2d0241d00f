import { useSyncExternalStore } from 'react';

/**
 * Whether links prefetch their page on hover. Not while offline: if a page's code can't be loaded, Remix reloads the
 * current page, so hovering over a link would lose it.
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
