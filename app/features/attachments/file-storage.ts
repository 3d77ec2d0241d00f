import { ATTACHED_FILES_DATABASE } from '~/core/browser/browser-storage';

// Stores attached files in IndexedDB, so that they survive a reload. For the next request, the original files are
// stored and their settings are in local storage; for a request without a completion yet, everything that was sent.

const STORE = 'files';

/**
 * Makes the store contain exactly these files of the user, besides those of other tabs.
 * @throws if the browser can't store files
 */
export async function storeFiles(
  userId: string,
  files: ReadonlyMap<string, File>,
  ofOtherTabs: readonly string[],
): Promise<void> {
  await inStore('readwrite', async (store) => {
    const others = new Set<IDBValidKey>(await done(store.getAllKeys(ofUser(userId))));
    for (const [id, file] of files) {
      if (!others.delete(keyOf(userId, id))) store.put(file, keyOf(userId, id));
    }
    for (const id of ofOtherTabs) others.delete(keyOf(userId, id));
    for (const key of others) store.delete(key);
  });
}

/** The stored files by id; missing ones are left out. */
export async function loadFiles(userId: string, ids: readonly string[]): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  await inStore('readonly', async (store) => {
    for (const id of ids) {
      const found: unknown = await done(store.get(keyOf(userId, id)));
      if (found instanceof File) files.set(id, found);
    }
  });
  return files;
}

/** Makes the store contain what was sent with these requests, by key, and nothing else. */
export async function storeSent(
  userId: string,
  keys: readonly string[],
  sent: ReadonlyMap<string, unknown>,
): Promise<void> {
  await inStore('readwrite', async (store) => {
    const others = new Set<IDBValidKey>(await done(store.getAllKeys(ofUser(sentOf(userId)))));
    for (const key of keys) {
      const isThere = others.delete(keyOf(sentOf(userId), key));
      if (!isThere && sent.has(key)) store.put(sent.get(key), keyOf(sentOf(userId), key));
    }
    for (const key of others) store.delete(key);
  });
}

export async function loadSent(userId: string, key: string): Promise<unknown> {
  let found: unknown;
  await inStore('readonly', async (store) => {
    found = await done<unknown>(store.get(keyOf(sentOf(userId), key)));
  });
  return found;
}

const sentOf = (userId: string): string => `sent:${userId}`;
const keyOf = (userId: string, id: string): string => `${userId}:${id}`;
const ofUser = (userId: string): IDBKeyRange => IDBKeyRange.bound(`${userId}:`, `${userId}:\uffff`);

/** Opens the database for a single transaction: signing out deletes it, and an open connection would block that. */
async function inStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<void>,
): Promise<void> {
  const opening = indexedDB.open(ATTACHED_FILES_DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const ending = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The files could not be kept.'));
    });
    await Promise.all([ending, work(transaction.objectStore(STORE))]);
  } finally {
    database.close();
  }
}

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The files could not be read.'));
  });
