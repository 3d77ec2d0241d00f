import fs from 'node:fs';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { isDamage } from './database-errors.server';

export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError';
}

/** Makes the folder at the first start. Node's own words name neither the setting nor a way out. */
function requireFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    const isFile = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new Error(
      isFile
        ? `${folder} is a file. Set DATA_DIR to a folder.`
        : `The folder ${folder} can’t be created. Create it, make the user that runs Promptwell its owner, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/**
 * What another user owns, as after a command that was run as root, can't be served. SQLite's own words name neither the
 * folder nor the reason.
 */
function requireWritable(file: string): void {
  try {
    fs.accessSync(file, fs.constants.W_OK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw new Error(
      `This user can’t write to ${file}. Make the user that runs Promptwell its owner, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/**
 * Makes sure that one process alone serves a DATA_DIR: a second one would take the first one's calls in flight for
 * leftovers of a crash. The lock is the operating system's own, so it is gone with the process, however that ends.
 * Returns the function that gives it back.
 */
export function claimDataDir(dataDir: string): () => void {
  requireFolder(dataDir);
  for (const name of ['', 'app.db', 'in-use.lock']) requireWritable(path.join(dataDir, name));
  const file = path.join(dataDir, 'in-use.lock');
  const lockFile = new SqliteDatabase(file, { timeout: 0 });
  try {
    lockFile.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lockFile.close();
    if (isDamage(error)) {
      fs.truncateSync(file); // no one holds it: a lock that is held is not even read
      return claimDataDir(dataDir);
    }
    throw new AlreadyRunningError(
      `Another Promptwell is using ${dataDir}. Stop it first, or set DATA_DIR to another folder for this one.`,
    );
  }
  return () => {
    lockFile.close();
  };
}
