import { PAGE_ACCOUNT_HEADER } from '~/core/shared/page-account';

let pageAccount: string | undefined;
let sessionAccount: string | undefined;

const CHANGED = 'promptwell:page-account';

/**
 * Sets the account this page was rendered for, and watches for another account signing in. Returns a cleanup function.
 */
export function setPageAccount(userId: string, latest: string): () => void {
  pageAccount = userId;
  sessionAccount = latest;
  window.dispatchEvent(new Event(CHANGED));
  return () => {
    pageAccount = undefined;
    sessionAccount = undefined;
  };
}

/** The account this page was rendered for; undefined before hydration or when signed out. */
export const pageAccountId = (): string | undefined => pageAccount;

/** Returns a function that stops listening. */
export function onPageAccount(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** Data loaded now would belong to another account than the page around it. */
export const isAnothersSession = (): boolean => pageAccount !== sessionAccount;

/** Sent with every request of a page, so that it never acts for an account that signed in later. */
export const pageAccountHeaders = (): Readonly<Record<string, string>> =>
  pageAccount === undefined ? {} : { [PAGE_ACCOUNT_HEADER]: pageAccount };
