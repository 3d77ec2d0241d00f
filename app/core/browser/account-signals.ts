// How windows of one browser tell each other whose session they have: there is one for all of them.

import { tryToStore } from './browser-storage';

const WHOSE = 'sessionOf';

/** Tells other windows who is signed in here; a full store tells nobody. */
export const announceAccount = (userId: string): boolean => tryToStore(WHOSE, userId);

/** Calls with the account that has signed in elsewhere. Returns how to stop. */
export function onAccount(listener: (userId: string) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === WHOSE && newValue !== null) listener(newValue);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
