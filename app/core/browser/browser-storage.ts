const PREFIX = 'promptwell:';

/** The browser's database of the files that are attached to a request that has not been sent. */
export const ATTACHED_FILES_DATABASE = 'promptwell-files';

/** The local-storage key of something that belongs to one person on this browser. */
export const personalKey = (userId: string, name: string): string => `${PREFIX}${userId}:${name}`;

/** Removes what belongs to people, whoever they are; settings of the browser itself stay. */
export function forgetPersonalData(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  }
  indexedDB.deleteDatabase(ATTACHED_FILES_DATABASE);
}
