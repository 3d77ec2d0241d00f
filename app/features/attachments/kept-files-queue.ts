import type * as keptFiles from './kept-files';

let latest = Promise.resolve();

/**
 * All that this page keeps and removes of files, one after the other: the latest wins, and the files of a request are
 * kept before they go from their row. A browser that refuses keeps nothing, and a reload says so.
 */
export function storeInTurn(store: (kept: typeof keptFiles) => Promise<void>): void {
  latest = latest
    .then(() => import('./kept-files'))
    .then(store)
    .catch(() => undefined);
}

export const allStored = (): Promise<void> => latest;
