import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Another process works on the run. */
export class RunInUseError extends Error {
  override readonly name = 'RunInUseError';
}

/** The file whose lock says that a run is being worked on. */
const lockFileOf = (stateFile: string, runId: string): string => `${stateFile}-lock-${runId}`;

/**
 * Claims a run for this process. The lock is the operating system's own, so it is gone with the process, however that
 * ends. Returns what gives it back; null when another process has it.
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

/** How a process is named beside the runs that it works on; told apart from each other by the last part. */
export const describeOwner = (token: string): string =>
  `process ${process.pid}, since ${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC/${token}`;

export function inUse(runId: string, owner: string | null): RunInUseError {
  const who = owner?.split('/')[0] ?? 'another process';
  return new RunInUseError(`Run ${runId} is in progress (${who}). Wait for it to end, or stop it first.`);
}
