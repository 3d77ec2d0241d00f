// Broadcasts sign-in and sign-out to the other windows of this browser, which share one session.

import { removeStored, tryToStore } from './browser-storage';

const WHOSE = 'sessionOf';

/** Broadcasts that this account has signed in. Does nothing if storage is full. */
export const announceAccount = (userId: string): boolean => tryToStore(WHOSE, userId);

/** Broadcasts that the session has ended. */
export const announceNobody = (): void => removeStored(WHOSE);

/** Listens for sign-ins in other windows; null means signed out. Returns a function that stops listening. */
export function onAccount(listener: (userId: string | null) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === WHOSE) listener(newValue);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
