import type { Schema } from './call-api';

const PREFIX = 'promptwell:';

/** IndexedDB database of files attached to a request that hasn't been sent yet. */
export const ATTACHED_FILES_DATABASE = 'promptwell-files';

/** Local-storage key of one account's data in this browser. */
export const personalKey = (userId: string, name: string): string => `${PREFIX}${userId}:${name}`;

/** Returns false if storage is full or disabled. What is on screen is not affected. */
export function tryToStore(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** The stored value; undefined if there is none or an earlier version stored another shape. */
export function readStored<Kept>(key: string, schema: Schema<Kept>): Kept | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Removes a stored value. Does nothing if storage is disabled. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // storage is disabled
  }
}

/** Keys of personal data, of all accounts. */
export const personalKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));

/** Values by key that storage had no room for. They last as long as the page, across its navigations. */
export const unstoredValues = new Map<string, unknown>();

/** Removes the personal data of all accounts. Settings of the browser itself stay. */
export function forgetPersonalData(): void {
  for (const key of personalKeys()) localStorage.removeItem(key);
  unstoredValues.clear();
  indexedDB.deleteDatabase(ATTACHED_FILES_DATABASE);
}
