import { personalKey, personalKeys, removeStored, tryToStore } from './browser-storage';
import { newKey } from './new-key';
import { onPageAccount, pageAccountId } from './page-account';

const KEEP_MS = 24 * 60 * 60 * 1000;
const MAX_ENTRIES = 20;
/** Browsers allow about five million characters per origin. The newest entry is kept even if it is longer than this. */
const MAX_CHARACTERS = 1_000_000;

const NAME = 'discarded';
const CHANGED = 'promptwell:discarded';

/** Discarded text: the fields of a form by name, or a single text. */
export interface Discarded {
  id: string;
  place: string;
  fields: Record<string, string>;
  atMs: number;
}
export type DiscardedFields = Readonly<Discarded['fields']>;

/** Validated by hand: every page loads this module, and a schema would pull in its library. */
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

/** Stored under the account's own key, so other accounts can't read it and logging out removes it. */
const ownKey = (): string | undefined => {
  const userId = pageAccountId();
  return userId === undefined ? undefined : personalKey(userId, NAME);
};

/** Keeps discarded text for a day. Ignores blank text. Returns false if storage is full. */
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

/** What was discarded at a place within the last day, newest first. `stored` is the return value of `readDiscarded`. */
export const discardedAt = (stored: string | null, place: string): readonly Discarded[] =>
  stored === null ? [] : freshOnes(parseList(stored)).filter((each) => each.place === place);

/** All stored entries of this page's account, serialized. */
export function readDiscarded(): string | null {
  const key = ownKey();
  return key === undefined ? null : readText(key);
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is disabled
  }
}

/** Call once a text has been restored. */
export function forgetDiscarded(id: string): void {
  const key = ownKey();
  if (key === undefined) return;
  storeList(
    key,
    readKept(key).filter((each) => each.id !== id),
  );
  announceChange();
}

/** Removes entries older than a day, of all accounts. */
export function forgetOldDiscarded(): void {
  for (const key of personalKeys()) if (key.endsWith(`:${NAME}`)) storeList(key, readKept(key));
}

/** Listens for changes in this tab and others. Returns a function that stops listening. */
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
    return []; // not JSON
  }
}

function storeList(key: string, kept: readonly Discarded[]): void {
  if (kept.length === 0) removeStored(key);
  else tryToStore(key, JSON.stringify(kept));
}

const freshOnes = (all: Discarded[]): Discarded[] => all.filter(({ atMs }) => Date.now() - atMs < KEEP_MS);

/** Drops the oldest entries until the rest fits. */
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
