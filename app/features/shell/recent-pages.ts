import { tryToStore } from '~/core/browser/browser-storage';

// Prefixed as personal data, so that signing out removes it.
const KEY = 'promptwell:recent-pages';
const MOST = 4;

/** Pages recently opened in this browser, newest first. */
export function recentPages(): string[] {
  return (localStorage.getItem(KEY) ?? '').split('\n').filter(Boolean);
}

export function rememberPage(pathname: string): void {
  const others = recentPages().filter((each) => each !== pathname);
  tryToStore(KEY, [pathname, ...others].slice(0, MOST).join('\n'));
}
