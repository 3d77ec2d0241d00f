import { personalKey } from '~/core/browser/browser-storage';
import { newKey } from '~/core/browser/new-key';
import { unsavedDrafts } from './local-copy';

/** The place of a script that was never saved: its local copy, and the key of its first save. No two tabs share one. */
export interface Draft {
  id: string;
  /** Lets another tab take it over. */
  release: () => void;
}

/** A page that is just being left, for instance by a reload, gives its place free within this time. */
const OWN_WAIT_MS = 500;

const ownKey = (userId: string): string => personalKey(userId, 'baiql-draft');

/** This tab's own place, from before a reload; else one that a closed tab has left; else a new one. */
export async function claimDraft(userId: string): Promise<Draft> {
  const own = sessionStorage.getItem(ownKey(userId));
  const others = unsavedDrafts(userId).filter((id) => id !== own);
  for (const id of own === null ? others : [own, ...others]) {
    const release = await hold(id, id === own ? OWN_WAIT_MS : 0);
    if (release) return { id, release };
  }
  return newDraft(userId);
}

export function newDraft(userId: string): Draft {
  const id = newKey();
  const held = hold(id, 0);
  const draft = { id, release: () => void held.then((release) => release?.()) };
  rememberDraft(userId, draft);
  return draft;
}

/** After a reload this tab finds it again. */
export const rememberDraft = (userId: string, { id }: Draft): void =>
  sessionStorage.setItem(ownKey(userId), id);

/**
 * Holds a place until it is released or the tab is closed; null when another tab has it. Browsers know locks only where
 * a page came by https or from this machine; elsewhere tabs cannot tell, and the first place found is taken.
 */
function hold(id: string, waitMs: number): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined);
  const options = waitMs > 0 ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true };
  return new Promise((resolve) => {
    navigator.locks
      .request(`promptwell-draft:${id}`, options, (lock) => {
        if (lock) return new Promise<void>((release) => resolve(release));
        resolve(null);
        return undefined;
      })
      .catch(() => resolve(null));
  });
}
