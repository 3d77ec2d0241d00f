import { personalKey, removeStored, tryToStore, unstoredValues } from './browser-storage';
import type { Schema } from './call-api';
import { keepDiscarded, type DiscardedFields } from './discarded';

/** A kind of draft: its shape, and how its text is kept when another replaces it. */
export interface DraftKind<Value> {
  schema: Schema<Value>;
  /** A draft without content is removed instead of stored. */
  isEmpty?: (value: Value) => boolean;
  /** Its texts, and where the page offers to restore them. */
  discardedAs?: (value: Value) => { place: string; fields: DiscardedFields };
  /** Reads and removes values that earlier versions of the application stored under other keys. */
  legacy?: { read: () => Value | undefined; remove: () => void };
}

/** A draft as one page knows it; other tabs may open the same one. */
export interface StoredDraft<Value> {
  /** The stored value; undefined if there is none or it has an unknown shape. */
  read: () => Value | undefined;
  /** Returns false if storage is full or disabled; the value is then kept until the page is unloaded. */
  write: (value: Value) => boolean;
  /** Removes what this page has read or written. What another tab has written since stays. */
  remove: () => void;
  /** The value that another page has stored since; undefined if none. */
  readOther: () => Value | undefined;
  isStored: () => boolean;
}

/** Earlier versions stored the value without the time. */
interface Entry {
  value: unknown;
  keptAtMs: number;
}

/**
 * Opens a draft in this browser's storage. If two tabs write the same draft, the later one keeps the text of the other
 * for a day, where `discardedAs` says.
 */
export function openDraft<Value>(key: string, kind: DraftKind<Value>): StoredDraft<Value> {
  const isEmpty = (value: Value): boolean => kind.isEmpty?.(value) === true;
  /** The stored text that this page knows. */
  let known: string | null = null;
  let hasLegacy = false;

  const check = (value: unknown): Value | undefined => {
    try {
      return kind.schema.parse(value);
    } catch {
      return undefined;
    }
  };
  const parse = (text: string | null): Value | undefined => {
    const entry = parseEntry(text);
    return entry && check(entry.value);
  };

  const readOther = (): Value | undefined => {
    const stored = readText(key);
    return stored === known ? undefined : parse(stored);
  };

  /** Keeps the text of another page, which is about to be replaced. */
  const keepOther = (): void => {
    const other = readOther();
    const discarded = other === undefined || isEmpty(other) ? undefined : kind.discardedAs?.(other);
    if (discarded) keepDiscarded(discarded.place, discarded.fields);
  };

  const store = (value: Value): boolean => {
    const text = JSON.stringify({ value, keptAtMs: Date.now() } satisfies Entry);
    if (!tryToStore(key, text)) return false;
    unstoredValues.delete(key);
    known = text;
    if (hasLegacy) kind.legacy?.remove();
    hasLegacy = false;
    return true;
  };

  const remove = (): void => {
    unstoredValues.delete(key);
    if (readText(key) === known) removeStored(key);
    if (hasLegacy) kind.legacy?.remove();
    hasLegacy = false;
    known = null;
  };

  return {
    read: () => {
      // It was written after the other was moved, by a page that an earlier version had opened.
      const legacy = kind.legacy?.read();
      known = legacy === undefined ? readText(key) : null;
      if (legacy === undefined)
        return unstoredValues.has(key) ? check(unstoredValues.get(key)) : parse(known);
      hasLegacy = true;
      keepOther();
      store(legacy);
      return legacy;
    },
    write: (value) => {
      if (isEmpty(value)) {
        remove();
        return true;
      }
      keepOther();
      if (store(value)) return true;
      // An outdated draft must not be restored later.
      remove();
      unstoredValues.set(key, value);
      return false;
    },
    remove,
    readOther,
    isStored: () => hasDraft(key),
  };
}

/** Whether this browser has a draft. */
export const hasDraft = (key: string): boolean => readText(key) !== null || unstoredValues.has(key);

/** Removes a draft that was saved, unless it has changed since it was sent. */
export function settleDraft<Value>(key: string, kind: DraftKind<Value>, sent: Value): void {
  const draft = openDraft(key, kind);
  if (JSON.stringify(draft.read()) === JSON.stringify(sent)) draft.remove();
}

/** Ids of the drafts with these names, last written first. A draft's key is `personalKey(userId, name + id)`. */
export function storedDraftIds(userId: string, names: readonly string[]): string[] {
  const keptAtMs = new Map<string, number>();
  for (const name of names) {
    const prefix = personalKey(userId, name);
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(prefix))) {
      const id = key.slice(prefix.length);
      const atMs = parseEntry(readText(key))?.keptAtMs ?? 0;
      keptAtMs.set(id, Math.max(keptAtMs.get(id) ?? 0, atMs));
    }
  }
  return [...keptAtMs].toSorted(([, one], [, other]) => other - one).map(([id]) => id);
}

/** Moves a value to another key, unless storage is too full for it. */
export function moveStored(from: string, to: string): void {
  const text = readText(from);
  if (text === null) return;
  removeStored(from);
  if (!tryToStore(to, text)) tryToStore(from, text);
}

/** The text of a value that isn't JSON; undefined if there is none. */
export const readStoredText = (key: string): string | undefined => readText(key) ?? undefined;

const STORE = 'promptwell:store-drafts';

/**
 * Stores what pages hold unsaved once more. Logging out in another tab has removed it, and the user is about to log in
 * again in this one.
 */
export const storeOpenDrafts = (): void => void window.dispatchEvent(new Event(STORE));

/** Returns a function that stops listening. */
export function onStoreOpenDrafts(listener: () => void): () => void {
  window.addEventListener(STORE, listener);
  return () => window.removeEventListener(STORE, listener);
}

/** Undefined if there is none, or it isn't JSON. */
function parseEntry(text: string | null): Entry | undefined {
  if (text === null) return undefined;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return { value: stored, keptAtMs: 0 };
    const keptAtMs = 'keptAtMs' in stored && typeof stored.keptAtMs === 'number' ? stored.keptAtMs : 0;
    return { value: 'value' in stored ? stored.value : stored, keptAtMs };
  } catch {
    return undefined;
  }
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is disabled
  }
}
