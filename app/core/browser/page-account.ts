import { PAGE_ACCOUNT_HEADER } from '~/core/shared/page-account';

let pageAccount: string | undefined;
let sessionAccount: string | undefined;

const CHANGED = 'promptwell:page-account';

/** Whose page this is, and whose session the browser has meanwhile. Returns how to take it back. */
export function setPageAccount(userId: string, latest: string): () => void {
  pageAccount = userId;
  sessionAccount = latest;
  window.dispatchEvent(new Event(CHANGED));
  return () => {
    pageAccount = undefined;
    sessionAccount = undefined;
  };
}

/** Whose page this is; undefined before it is known, and where nobody is signed in. */
export const pageAccountId = (): string | undefined => pageAccount;

/** Returns how to stop listening. */
export function onPageAccount(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** What is read now would be somebody else’s, in the middle of this page. */
export const isAnothersSession = (): boolean => pageAccount !== sessionAccount;

/** Goes along with every request of a page, so that nobody pays or writes as somebody else. */
export const pageAccountHeaders = (): Readonly<Record<string, string>> =>
  pageAccount === undefined ? {} : { [PAGE_ACCOUNT_HEADER]: pageAccount };
