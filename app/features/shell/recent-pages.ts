import { tryToStore } from '~/core/browser/browser-storage';

// Under the prefix of what belongs to a person, so that signing out forgets it.
const KEY = 'promptwell:recent-pages';
const MOST = 4;

/** The pages this browser showed last, the newest first. */
export function recentPages(): string[] {
  return (localStorage.getItem(KEY) ?? '').split('\n').filter(Boolean);
}

export function rememberPage(pathname: string): void {
  const others = recentPages().filter((each) => each !== pathname);
  tryToStore(KEY, [pathname, ...others].slice(0, MOST).join('\n'));
}
