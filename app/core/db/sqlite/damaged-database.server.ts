import fs from 'node:fs';
import path from 'node:path';
import { isDamage } from '../database-errors.server';
import { listBackups } from './list-backups.server';

export class DamagedDatabaseError extends Error {
  override name = 'DamagedDatabaseError';
}

/** Replaces SQLite's message about a damaged file with one that names the file and says what to do. */
export async function explainDamage<T>(
  databaseFile: string,
  backupsDir: string,
  work: () => Promise<T>,
): Promise<T> {
  const [newest] = listBackups(backupsDir);
  // SQLite treats an empty file as a new database. An interrupted first start leaves one.
  if (newest && isEmpty(databaseFile)) throw damaged();
  try {
    return await work();
  } catch (error) {
    throw isDamage(error) ? damaged(error) : error;
  }

  function damaged(cause?: unknown): DamagedDatabaseError {
    return new DamagedDatabaseError(
      [
        `the database ${databaseFile} is damaged.`,
        newest
          ? 'Restore the newest backup:'
          : `There is no backup in ${backupsDir}. If you have one elsewhere, restore it:`,
        `  npm run db:restore -- ${newest ? path.join(backupsDir, newest.name) : 'FILE'}`,
        'The damaged files are kept beside the backups. What was saved after the backup is not in it.',
      ].join('\n'),
      { cause },
    );
  }
}

const isEmpty = (databaseFile: string): boolean =>
  fs.statSync(databaseFile, { throwIfNoEntry: false })?.size === 0 && !fs.existsSync(`${databaseFile}-wal`);
