import { personalKey, personalKeys, removeStored, tryToStore } from './browser-storage';
import { newKey } from './new-key';
import { onPageAccount, pageAccountId } from './page-account';

const KEEP_MS = 24 * 60 * 60 * 1000;
const MAX_ENTRIES = 20;
/** Of some five million that a browser gives to a site; the newest is kept if it alone is longer. */
const MAX_CHARACTERS = 1_000_000;

const NAME = 'discarded';
const CHANGED = 'promptwell:discarded';

/** What a user wrote and a control took away: the fields of a form by their names, or one text. */
export interface Discarded {
  id: string;
  place: string;
  fields: Record<string, string>;
  atMs: number;
}
export type DiscardedFields = Readonly<Discarded['fields']>;

/** Checked by hand: the frame of every page loads this, and a schema would bring its library along. */
function isDiscarded(value: unknown): value is Discarded {
  if (typeof value !== 'object' || value === null) return false;
  const { id, place, fields, atMs } = value as Partial<Record<keyof Discarded, unknown>>;
  return (
    typeof id === 'string' &&
    typeof place === 'string' &&
    typeof atMs === 'number' &&
    typeof fields === 'object' &&
    fields !== null &&
    Object.values(fields).every((text) => typeof text === 'string')
  );
}

/** Under the account's own key: another account of this browser never sees it, and logging out removes it. */
const ownKey = (): string | undefined => {
  const userId = pageAccountId();
  return userId === undefined ? undefined : personalKey(userId, NAME);
};

/** Keeps for a day what is about to be discarded; a blank text is nothing. False where the browser has no room for it. */
export function keepDiscarded(place: string, fields: DiscardedFields): boolean {
  const key = ownKey();
  if (key === undefined || isBlank(fields)) return true;
  const others = readKept(key).filter((each) => each.place !== place || !isSame(each.fields, fields));
  const entry = { id: newKey(), place, fields, atMs: Date.now() };
  const kept = withinBounds([entry, ...others]);
  while (kept.length > 0 && !tryToStore(key, JSON.stringify(kept))) kept.pop();
  announceChange();
  return kept.length > 0;
}

/** What was discarded at a place within a day, the latest first. `stored` is what `readDiscarded` gave. */
export const discardedAt = (stored: string | null, place: string): readonly Discarded[] =>
  stored === null ? [] : freshOnes(parseList(stored)).filter((each) => each.place === place);

/** All that is kept for the account of this page, as it is stored. */
export function readDiscarded(): string | null {
  const key = ownKey();
  return key === undefined ? null : readText(key);
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is forbidden, so nothing is kept in it
  }
}

/** It is back where it was. */
export function forgetDiscarded(id: string): void {
  const key = ownKey();
  if (key === undefined) return;
  storeList(
    key,
    readKept(key).filter((each) => each.id !== id),
  );
  announceChange();
}

/** Removes what is older than a day, of every account of this browser. */
export function forgetOldDiscarded(): void {
  for (const key of personalKeys()) if (key.endsWith(`:${NAME}`)) storeList(key, readKept(key));
}

/** Calls after a change, in this tab or another. Returns how to stop. */
export function onDiscarded(listener: () => void): () => void {
  const stopAccount = onPageAccount(listener);
  window.addEventListener(CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    stopAccount();
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}

const announceChange = () => window.dispatchEvent(new Event(CHANGED));

const readKept = (key: string): Discarded[] => freshOnes(parseList(readText(key) ?? '[]'));

function parseList(stored: string): Discarded[] {
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) && list.every(isDiscarded) ? list : [];
  } catch {
    return []; // no JSON
  }
}

function storeList(key: string, kept: readonly Discarded[]): void {
  if (kept.length === 0) removeStored(key);
  else tryToStore(key, JSON.stringify(kept));
}

const freshOnes = (all: Discarded[]): Discarded[] => all.filter(({ atMs }) => Date.now() - atMs < KEEP_MS);

/** The newest of them, as many as there is room for. */
function withinBounds(newestFirst: readonly Discarded[]): Discarded[] {
  let characters = 0;
  return newestFirst.slice(0, MAX_ENTRIES).filter(({ fields }, index) => {
    characters += lengthOf(fields);
    return index === 0 || characters <= MAX_CHARACTERS;
  });
}

const lengthOf = (fields: DiscardedFields): number =>
  Object.values(fields).reduce((sum, text) => sum + text.length, 0);
const isBlank = (fields: DiscardedFields): boolean =>
  Object.values(fields).every((text) => text.trim() === '');
const isSame = (one: DiscardedFields, other: DiscardedFields): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
