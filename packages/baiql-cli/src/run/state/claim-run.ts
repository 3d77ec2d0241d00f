import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Another process is executing the run. */
export class RunInUseError extends Error {
  override readonly name = 'RunInUseError';
}

/** Lock file of a run. */
const lockFileOf = (stateFile: string, runId: string): string => `${stateFile}-lock-${runId}`;

/**
 * Locks a run for this process. Uses an operating-system lock, so it is released however the process ends. Returns a
 * release function; null if another process holds it.
 */
export function claimRun(stateFile: string, runId: string): (() => void) | null {
  const file = lockFileOf(stateFile, runId);
  const lock = new Database(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
  return () => {
    rmSync(file, { force: true });
    lock.close();
  };
}

/** Id of a process, recorded with its runs; the last part makes it unique. */
export const describeOwner = (token: string): string =>
  `process ${process.pid}, since ${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC/${token}`;

export function inUse(runId: string, owner: string | null): RunInUseError {
  const who = owner?.split('/')[0] ?? 'another process';
  return new RunInUseError(`Run ${runId} is in progress (${who}). Wait for it to end, or stop it first.`);
}
