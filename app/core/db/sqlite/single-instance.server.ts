import fs from 'node:fs';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { AlreadyRunningError } from '../already-running';
import { isDamage } from '../database-errors.server';

/** Creates the folder at first start. Node's message names neither the setting nor a remedy. */
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
 * Files owned by another user, for example after a command was run as root, can't be opened. SQLite's message names
 * neither the file nor the reason.
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
 * Ensures that only one process serves a DATA_DIR: a second one would treat requests of the first as left over from a
 * crash. The lock belongs to the operating system and ends with the process. Returns a function that releases it.
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
      fs.truncateSync(file); // stale: a held lock can't be read
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
