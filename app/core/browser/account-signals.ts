// How windows of one browser tell each other whose session they have: there is one for all of them.

const WHOSE = 'sessionOf';

/** Tells other windows who is signed in here. */
export function announceAccount(userId: string): void {
  try {
    localStorage.setItem(WHOSE, userId);
  } catch {
    // A full store tells nobody.
  }
}

/** Calls with the account that has signed in elsewhere. Returns how to stop. */
export function onAccount(listener: (userId: string) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === WHOSE && newValue !== null) listener(newValue);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
