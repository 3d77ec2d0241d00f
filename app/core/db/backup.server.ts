import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { DAY_MS } from '~/core/shared/clock';
import { pendingMigrations } from './migrate.server';

export class RestoreError extends Error {
  override name = 'RestoreError';
}

const stamp = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');

/** Copies the database while it is in use, whole and consistent. Returns the backup's file. */
export async function backUp(databaseFile: string, backupsDir: string, at: Date): Promise<string> {
  fs.mkdirSync(backupsDir, { recursive: true });
  removeAbandoned(backupsDir, at);
  const target = path.join(backupsDir, `app-${stamp(at)}.db`);
  const unfinished = `${target}${UNFINISHED}`;
  try {
    await copySnapshot(databaseFile, unfinished);
    await checkSoundApart(unfinished);
    fs.renameSync(unfinished, target);
  } finally {
    // Half a backup on a disk that is full; and reading a database with a write-ahead log leaves an empty one behind.
    for (const ending of ['', ...TRACES]) fs.rmSync(unfinished + ending, { force: true });
  }
  return target;
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

const UNFINISHED = '.unfinished';
const TRACES = ['-wal', '-shm', '-journal'];

/** What a crash has left. Another process may be at work on a newer one. */
function removeAbandoned(backupsDir: string, at: Date): void {
  for (const name of fs.readdirSync(backupsDir).filter((each) => each.includes(UNFINISHED))) {
    const file = path.join(backupsDir, name);
    if (fs.statSync(file).mtimeMs < at.getTime() - DAY_MS) fs.rmSync(file);
  }
}

/**
 * Puts a backup in the database's place; what was there is kept among the backups. The caller has made sure that
 * no server is running.
 */
export function restore(
  backupFile: string,
  databaseFile: string,
  backupsDir: string,
  migrationsDir: string,
  at: Date,
): string | undefined {
  if (!fs.existsSync(backupFile)) throw new RestoreError(`There is no file ${backupFile}.`);
  withoutTraces(backupFile, () => {
    checkSound(backupFile);
    checkOurs(backupFile, migrationsDir);
  });
  fs.mkdirSync(backupsDir, { recursive: true });
  const incoming = `${databaseFile}.restoring`;
  fs.copyFileSync(backupFile, incoming);
  const kept = fs.existsSync(databaseFile)
    ? path.join(backupsDir, `before-restore-${stamp(at)}.db`)
    : undefined;
  if (kept !== undefined) {
    mergeWriteAheadLog(databaseFile);
    keepAs(kept, databaseFile);
  }
  for (const ending of ['-wal', '-shm']) fs.rmSync(databaseFile + ending, { force: true });
  fs.renameSync(incoming, databaseFile);
  return kept;
}

/** Both names lead to it until the other takes its place: a server that starts meanwhile must not find none, and make one. */
function keepAs(kept: string, databaseFile: string): void {
  try {
    fs.linkSync(databaseFile, kept);
  } catch {
    // The backups lie on another disk, or on one without links.
    fs.copyFileSync(databaseFile, kept + UNFINISHED);
    fs.renameSync(kept + UNFINISHED, kept);
  }
}

/**
 * Reading a database with a write-ahead log leaves an empty log beside it. One that was there before is left alone: it
 * may hold what the file itself does not.
 */
function withoutTraces(file: string, read: () => void): void {
  const traces = ['-wal', '-shm'].map((ending) => file + ending).filter((trace) => !fs.existsSync(trace));
  try {
    read();
  } finally {
    if (traces.length === 2) for (const trace of traces) fs.rmSync(trace, { force: true });
  }
}

/** The same in a thread of its own: the server goes on meanwhile, however large the file is. */
async function checkSoundApart(file: string): Promise<void> {
  const result = await new Promise<unknown>((resolve, reject) => {
    const worker = new Worker(INTEGRITY_CHECK, {
      eval: true,
      workerData: { file, library: LIBRARY },
      env: {},
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  if (result !== 'ok') throw new RestoreError(`${file} is damaged: ${String(result)}`);
}

const LIBRARY = createRequire(import.meta.url).resolve('better-sqlite3');
const INTEGRITY_CHECK = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.library);
const database = new Database(workerData.file, { readonly: true, fileMustExist: true });
const result = database.pragma('integrity_check', { simple: true });
database.close();
parentPort.postMessage(result);
`;

function checkSound(file: string): void {
  const database = openForReading(file);
  try {
    const result: unknown = database.pragma('integrity_check', { simple: true });
    if (result !== 'ok') throw new RestoreError(`${file} is damaged: ${String(result)}`);
  } finally {
    database.close();
  }
}

function openForReading(file: string): SqliteDatabase.Database {
  try {
    const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
    database.pragma('schema_version');
    return database;
  } catch {
    throw new RestoreError(`${file} is not a SQLite database.`);
  }
}

function checkOurs(file: string, migrationsDir: string): void {
  const database = openForReading(file);
  try {
    pendingMigrations(database, migrationsDir);
  } catch {
    throw new RestoreError(`${file} is not a Promptwell database.`);
  } finally {
    database.close();
  }
}

/** What the last run committed may still be in the write-ahead log: bring it into the file that is kept. */
function mergeWriteAheadLog(file: string): void {
  const database = new SqliteDatabase(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}
