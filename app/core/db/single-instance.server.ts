import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';

export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError';
}

/**
 * Makes sure that one process alone serves a DATA_DIR: a second one would take the first one's calls in flight for
 * leftovers of a crash. The lock is the operating system's own, so it is gone with the process, however that ends.
 * Returns the function that gives it back.
 */
export function claimDataDir(dataDir: string): () => void {
  const lockFile = new SqliteDatabase(path.join(dataDir, 'in-use.lock'), { timeout: 0 });
  try {
    lockFile.exec('BEGIN EXCLUSIVE');
  } catch {
    lockFile.close();
    throw new AlreadyRunningError(
      `Another Promptwell is using ${dataDir}. Stop it first, or set DATA_DIR to another folder for this one.`,
    );
  }
  return () => {
    lockFile.close();
  };
}
