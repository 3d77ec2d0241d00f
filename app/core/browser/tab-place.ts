import { newKey } from './new-key';
import { holdWithoutLocks } from './tabs-without-locks';

/** A place in this browser for what was begun and never saved or sent. No two tabs share one. */
export interface TabPlace {
  id: string;
  /** Lets another tab take it over. */
  release: () => void;
}

/**
 * A page that is being left gives its place free within this time. After a reload nobody but that page can have it, and
 * a busy machine may take long to end it; otherwise this tab may be the copy of another one, which keeps it.
 */
const ownWaitMs = (): number => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' ? 30_000 : 3000;
};

/**
 * This tab's own place, from before a reload; else one that a closed tab has left; else a new one. `ownKey`: where the
 * tab's session remembers its own. `kept`: the places in which something is, the one to be taken first at the front.
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

/** As long as a tab is open it keeps its place, also while it shows another page. */
const claims = new Map<string, Promise<string>>();

/** The place that this tab has for one kind of work; whoever asks again gets the same. */
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

/** After a reload this tab finds it again. */
export const rememberPlace = (ownKey: string, { id }: TabPlace): void => sessionStorage.setItem(ownKey, id);

/** Holds a place until it is released or the tab is closed; null when another tab has it. */
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
