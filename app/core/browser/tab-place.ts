import { newKey } from './new-key';
import { holdWithoutLocks } from './tabs-without-locks';

/** A storage slot for unsaved work in this browser. Each tab has its own. */
export interface TabPlace {
  id: string;
  /** Releases the slot for another tab. */
  release: () => void;
}

/**
 * How long a page that is being unloaded may take to release its slot. After a reload only that page can hold it, so
 * wait longer on a slow machine; otherwise this tab may be a duplicate of one that keeps it.
 */
const ownWaitMs = (): number => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' ? 30_000 : 3000;
};

/**
 * Claims a slot: the tab's own from before a reload, else one left by a closed tab, else a new one. `ownKey` is the
 * session-storage key of the tab's own slot; `kept` lists slots that hold work, preferred first.
 */
export async function claimPlace(ownKey: string, kept: readonly string[]): Promise<TabPlace> {
  const own = sessionStorage.getItem(ownKey);
  const others = kept.filter((id) => id !== own);
  for (const id of own === null ? others : [own, ...others]) {
    const release = await hold(id, id === own ? ownWaitMs() : 0);
    if (release) return { id, release };
  }
  return newPlace(ownKey);
}

/** A tab keeps its slots while it is open, whichever page it shows. */
const claims = new Map<string, Promise<string>>();

/** The tab's slot for one kind of work. Repeated calls return the same slot. */
export function keepPlace(ownKey: string, kept: () => readonly string[]): Promise<string> {
  const claim = claims.get(ownKey) ?? claimFor(ownKey, kept());
  claims.set(ownKey, claim);
  return claim;
}

async function claimFor(ownKey: string, kept: readonly string[]): Promise<string> {
  const place = await claimPlace(ownKey, kept);
  rememberPlace(ownKey, place);
  return place.id;
}

export function newPlace(ownKey: string): TabPlace {
  const id = newKey();
  const held = hold(id, 0);
  const place = { id, release: () => void held.then((release) => release?.()) };
  rememberPlace(ownKey, place);
  return place;
}

/** Found again after a reload. */
export const rememberPlace = (ownKey: string, { id }: TabPlace): void => sessionStorage.setItem(ownKey, id);

/** Holds a slot until it is released or the tab closes; null if another tab holds it. */
function hold(id: string, waitMs: number): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return holdWithoutLocks(id);
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
