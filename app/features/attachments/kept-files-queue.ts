import type * as keptFiles from './kept-files';

let latest = Promise.resolve();

/**
 * Serializes all writes to the file store: the latest wins, and a request's files are stored before they are removed
 * from the row. Errors are ignored; a reload then reports the missing files.
 */
export function storeInTurn(store: (kept: typeof keptFiles) => Promise<void>): void {
  latest = latest
    .then(() => import('./kept-files'))
    .then(store)
    .catch(() => undefined);
}

export const allStored = (): Promise<void> => latest;
