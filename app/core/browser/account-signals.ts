// How windows of one browser tell each other whose session they have: there is one for all of them.

import { removeStored, tryToStore } from './browser-storage';

const WHOSE = 'sessionOf';

/** Tells other windows who is signed in here; a full store tells nobody. */
export const announceAccount = (userId: string): boolean => tryToStore(WHOSE, userId);

/** Tells other windows that nobody is signed in here any more. */
export const announceNobody = (): void => removeStored(WHOSE);

/** Calls with the account that has signed in elsewhere; null where somebody has signed out. Returns how to stop. */
export function onAccount(listener: (userId: string | null) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === WHOSE) listener(newValue);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
