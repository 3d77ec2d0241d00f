import type { Schema } from './call-api';

const PREFIX = 'promptwell:';

/** The browser's database of the files that are attached to a request that has not been sent. */
export const ATTACHED_FILES_DATABASE = 'promptwell-files';

/** The local-storage key of something that belongs to one person on this browser. */
export const personalKey = (userId: string, name: string): string => `${PREFIX}${userId}:${name}`;

/** False where the browser has no room for it, or keeps nothing: whatever is on screen stays there. */
export function tryToStore(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** What is kept under a key; undefined where there is nothing, or what an earlier version kept in another shape. */
export function readStored<Kept>(key: string, schema: Schema<Kept>): Kept | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Where the browser keeps nothing there is nothing to remove. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden.
  }
}

/** The keys of all that belongs to people, whoever they are. */
export const personalKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));

/** Removes what belongs to people, whoever they are; settings of the browser itself stay. */
export function forgetPersonalData(): void {
  for (const key of personalKeys()) localStorage.removeItem(key);
  indexedDB.deleteDatabase(ATTACHED_FILES_DATABASE);
}
