import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { DAY_MS } from '~/core/shared/clock';
import { checkSoundApart } from './check-database.server';

/** Those of the server's schedule make room for newer ones; those that a person made are never removed. */
export type BackupKind = 'app' | 'manual';

export const fileStamp = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');

export const UNFINISHED = '.unfinished';
const TRACES = ['-wal', '-shm', '-journal'];

/** Copies the database while it is in use, whole and consistent, and compresses it. Returns the backup's file. */
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
    // Half a backup on a disk that is full.
    for (const file of [copy, compressed]) fs.rmSync(file, { force: true });
  }
  return target;
}

/** A checked copy of a database that may be in use. */
export async function copyDatabase(databaseFile: string, target: string): Promise<void> {
  try {
    await copySnapshot(databaseFile, target);
    await checkSoundApart(target);
  } finally {
    // Reading a database with a write-ahead log leaves an empty one behind.
    for (const ending of TRACES) fs.rmSync(target + ending, { force: true });
  }
}

/** SQLite begins a backup anew at each write that it sees, and never ends that of a large, busy database: it sees none. */
async function copySnapshot(databaseFile: string, target: string): Promise<void> {
  const source = new SqliteDatabase(databaseFile, { readonly: true, fileMustExist: true });
  try {
    source.exec('BEGIN');
    source.pragma('schema_version'); // from here on it reads what is there now
    await source.backup(target);
  } finally {
    source.close();
  }
}

/** What a crash has left. Another process may be at work on a newer one. */
function removeAbandoned(backupsDir: string, at: Date): void {
  for (const name of fs.readdirSync(backupsDir).filter((each) => each.includes(UNFINISHED))) {
    const file = path.join(backupsDir, name);
    if (fs.statSync(file).mtimeMs < at.getTime() - DAY_MS) fs.rmSync(file);
  }
}
