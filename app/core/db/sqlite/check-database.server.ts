import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { requireKnownMigrations } from './migrate.server';

export class RestoreError extends Error {
  override name = 'RestoreError';
}

/** Runs in a worker thread, so that a large file doesn't block the server. */
export async function checkSoundApart(file: string): Promise<void> {
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

/**
 * Throws unless the file is an intact Promptwell database that this version can open. `name` is how messages refer to
 * it.
 */
export function requireUsable(file: string, name: string, migrationsDir: string): void {
  const database = openOrRefuse(file, name);
  try {
    const result = readIntegrity(database, 'integrity_check');
    if (result !== 'ok') throw new RestoreError(`${name} is damaged: ${result}`);
    if (!isPromptwell(database)) throw new RestoreError(`${name} is not a Promptwell database.`);
    requireKnownMigrations(database, migrationsDir);
  } finally {
    database.close();
  }
}

function openOrRefuse(file: string, name: string): SqliteDatabase.Database {
  const database = new SqliteDatabase(file, { fileMustExist: true });
  try {
    database.pragma('schema_version');
    return database;
  } catch {
    database.close();
    throw new RestoreError(`${name} is not a SQLite database.`);
  }
}

/** Opened read-only, so that a damaged file and its log stay unchanged. */
export function isSound(file: string): boolean {
  try {
    const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
    try {
      return readIntegrity(database, 'quick_check') === 'ok';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** `ok`, or a description of the damage. SQLite throws if it can't start the check. */
function readIntegrity(database: SqliteDatabase.Database, check: string): string {
  try {
    return String(database.pragma(check, { simple: true }));
  } catch (error) {
    return error instanceof Error ? error.message : 'it can’t be read';
  }
}

const isPromptwell = (database: SqliteDatabase.Database): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_migration'").get() !== undefined;
