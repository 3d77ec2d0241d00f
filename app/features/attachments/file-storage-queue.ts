import type * as keptFiles from './file-storage';

let latest = Promise.resolve();

/**
 * Serializes all writes to the file store: the latest wins, and a request's files are stored before they are removed
 * from the row. Errors are ignored; a reload then reports the missing files.
 */
export function queueFileWrite(store: (kept: typeof keptFiles) => Promise<void>): void {
  latest = latest
    .then(() => import('./file-storage'))
    .then(store)
    .catch(() => undefined);
}

export const fileWritesDone = (): Promise<void> => latest;
