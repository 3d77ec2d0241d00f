// Broadcasts balance changes to other windows through the `storage` event. If storage is full, they update the next
// time they are focused.

import { tryToStore } from './browser-storage';

const REFRESH = 'balanceRefreshTick';
const UPGRADED = 'justUpgradedPro';

/** Call after a charge or a credit: other windows reload their balance. */
export function announceBalance(): void {
  tryToStore(REFRESH, String(Date.now()));
}

/** Call when a free account becomes Pro: the dashboard shows its welcome, here or in another window. */
export function announceUpgrade(): void {
  tryToStore(UPGRADED, String(Date.now()));
}

/**
 * Listens for balance changes in other windows and for this window gaining focus. Returns a function that stops
 * listening.
 */
export function onBalanceRefresh(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === REFRESH && newValue !== null) listener();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('focus', listener);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('focus', listener);
  };
}

/** Runs the callback once per upgrade, including one that happened before this page was opened. */
export function onUpgrade(listener: () => void): () => void {
  const take = () => {
    if (localStorage.getItem(UPGRADED) === null) return;
    localStorage.removeItem(UPGRADED);
    listener();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === UPGRADED) take();
  };
  take();
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
