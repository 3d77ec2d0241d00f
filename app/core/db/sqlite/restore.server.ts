import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { fileStamp } from '../backup-names';
import { UNFINISHED } from './backup.server';
import { isSound, requireUsable, RestoreError } from './check-database.server';

const LOGS = ['-wal', '-shm'];

/** The previous database. */
export interface KeptDatabase {
  file: string;
  /** Set aside unchanged, with its log. */
  isDamaged: boolean;
}

/**
 * Puts a backup, compressed or plain, in the place of the database. The previous database is kept among the backups,
 * even if it is damaged. The caller ensures that no server is running.
 */
export async function restore(
  backupFile: string,
  databaseFile: string,
  backupsDir: string,
  migrationsDir: string,
  at: Date,
): Promise<KeptDatabase | undefined> {
  if (!fs.existsSync(backupFile)) throw new RestoreError(`There is no file ${backupFile}.`);
  fs.mkdirSync(backupsDir, { recursive: true });
  const incoming = `${databaseFile}.restoring`;
  const remove = () => {
    for (const ending of ['', ...LOGS]) fs.rmSync(incoming + ending, { force: true });
  };
  remove();
  try {
    await unpack(backupFile, incoming);
    requireUsable(incoming, backupFile, migrationsDir);
    mergeWriteAheadLog(incoming);
    const kept = keepPrevious(databaseFile, path.join(backupsDir, `before-restore-${fileStamp(at)}`));
    fs.renameSync(incoming, databaseFile);
    return kept;
  } finally {
    remove();
  }
}

/** A plain backup may have a log with changes that the file itself lacks. @throws RestoreError */
export async function unpack(backupFile: string, target: string): Promise<void> {
  if (!fs.existsSync(backupFile)) throw new RestoreError(`There is no file ${backupFile}.`);
  if (!isCompressed(backupFile)) {
    fs.copyFileSync(backupFile, target);
    if (fs.existsSync(`${backupFile}-wal`)) fs.copyFileSync(`${backupFile}-wal`, `${target}-wal`);
    return;
  }
  try {
    await pipeline(fs.createReadStream(backupFile), createGunzip(), fs.createWriteStream(target));
  } catch (error) {
    if (!isOfZlib(error)) throw error;
    throw new RestoreError(`${backupFile} is damaged: ${error.message}.`, { cause: error });
  }
}

const isOfZlib = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

function isCompressed(file: string): boolean {
  const start = Buffer.alloc(2);
  const opened = fs.openSync(file, 'r');
  try {
    fs.readSync(opened, start);
  } finally {
    fs.closeSync(opened);
  }
  return start.equals(Buffer.from([0x1f, 0x8b]));
}

function keepPrevious(databaseFile: string, name: string): KeptDatabase | undefined {
  if (!fs.existsSync(databaseFile)) {
    for (const ending of LOGS) fs.rmSync(databaseFile + ending, { force: true });
    return undefined;
  }
  const isDamaged = !isSound(databaseFile);
  const file = `${name}.${isDamaged ? 'damaged' : 'db'}`;
  if (!isDamaged) mergeWriteAheadLog(databaseFile);
  keepAs(file, databaseFile);
  for (const ending of LOGS.filter((each) => fs.existsSync(databaseFile + each))) {
    if (isDamaged) keepAs(file + ending, databaseFile + ending);
    fs.rmSync(databaseFile + ending);
  }
  return { file, isDamaged };
}

/**
 * A hard link keeps the database in place until it is replaced: a server starting in between must not create an empty
 * one.
 */
export function keepAs(kept: string, file: string): void {
  try {
    fs.linkSync(file, kept);
  } catch {
    // The backups are on another disk, or on a file system without hard links.
    fs.copyFileSync(file, kept + UNFINISHED);
    fs.renameSync(kept + UNFINISHED, kept);
  }
}

/** Checkpoints the write-ahead log, which may hold the last commits. */
function mergeWriteAheadLog(file: string): void {
  const database = new SqliteDatabase(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}
