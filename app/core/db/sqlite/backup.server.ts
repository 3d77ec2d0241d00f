import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import type { BackupKind } from '../app-database';
import { fileStamp } from '../backup-names';
import { DAY_MS } from '~/core/shared/clock';
import { checkSoundApart } from './check-database.server';

export const UNFINISHED = '.unfinished';
const TRACES = ['-wal', '-shm', '-journal'];

/** Makes a consistent, compressed copy of a database that may be in use. Returns the path of the backup. */
export async function backUp(
  databaseFile: string,
  backupsDir: string,
  at: Date,
  kind: BackupKind = 'app',
): Promise<string> {
  fs.mkdirSync(backupsDir, { recursive: true });
  removeAbandoned(backupsDir, at);
  const target = path.join(backupsDir, `${kind}-${fileStamp(at)}.db.gz`);
  const copy = path.join(backupsDir, `${kind}-${fileStamp(at)}.db${UNFINISHED}`);
  const compressed = `${target}${UNFINISHED}`;
  try {
    await copyDatabase(databaseFile, copy);
    await pipeline(fs.createReadStream(copy), createGzip(), fs.createWriteStream(compressed));
    fs.renameSync(compressed, target);
  } finally {
    // Removes an incomplete backup, for example when the disk is full.
    for (const file of [copy, compressed]) fs.rmSync(file, { force: true });
  }
  return target;
}

/** A verified copy of a database that may be in use. */
export async function copyDatabase(databaseFile: string, target: string): Promise<void> {
  try {
    await copySnapshot(databaseFile, target);
    await checkSoundApart(target);
  } finally {
    // Opening a database in WAL mode leaves an empty log behind.
    for (const ending of TRACES) fs.rmSync(target + ending, { force: true });
  }
}

/**
 * SQLite restarts an online backup at each write it notices, and would never finish one of a large, busy database. A
 * read transaction hides the writes.
 */
async function copySnapshot(databaseFile: string, target: string): Promise<void> {
  const source = new SqliteDatabase(databaseFile, { readonly: true, fileMustExist: true });
  try {
    source.exec('BEGIN');
    source.pragma('schema_version'); // the snapshot begins here
    await source.backup(target);
  } finally {
    source.close();
  }
}

/** Temporary files of a crash. A newer one may belong to another running process. */
function removeAbandoned(backupsDir: string, at: Date): void {
  for (const name of fs.readdirSync(backupsDir).filter((each) => each.includes(UNFINISHED))) {
    const file = path.join(backupsDir, name);
    if (fs.statSync(file).mtimeMs < at.getTime() - DAY_MS) fs.rmSync(file);
  }
}
