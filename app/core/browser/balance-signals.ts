// How windows of one browser tell each other that money has moved: by the storage event, which every other window gets. A
// full store tells nobody; they see it at their next look.

import { tryToStore } from './browser-storage';

const REFRESH = 'balanceRefreshTick';
const UPGRADED = 'justUpgradedPro';

/** Something was charged or credited here: other windows read their balance anew. */
export function announceBalance(): void {
  tryToStore(REFRESH, String(Date.now()));
}

/** A free account has become Pro: the dashboard says welcome, here or in another window. */
export function announceUpgrade(): void {
  tryToStore(UPGRADED, String(Date.now()));
}

/** Calls when money has moved elsewhere, and when the window is looked at again. Returns how to stop. */
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

/** Calls once for each upgrade: one that happened before this page was opened, or while it is open. */
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
