import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { DomainError } from '~/core/shared/errors';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
const NO_ROOM = /^(?:SQLITE_FULL|SQLITE_IOERR|ENOSPC|EDQUOT)/;

/** Whether a write failed for lack of disk space, which SQLite may also report as an I/O error. */
export function isDiskFullError(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if ('code' in each && typeof each.code === 'string' && NO_ROOM.test(each.code)) return true;
    if (isDiskFullMessage(each.message)) return true;
  }
  return false;
}

/** The same, for an error known only by its message. */
export const isDiskFullMessage = (message: string): boolean =>
  /disk is full|no space left|no room left|ENOSPC/iu.test(message);

/** Free space that a run needs to continue: its results, outputs and scratch files share a disk. */
const WANTED_BYTES = 4 * 1024 * 1024;

/** @throws if the disk of this folder has less. */
export async function assertDiskSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < WANTED_BYTES) throw new Error('The disk is full.');
}

/** Whether the ledger could not be written, for any reason; no request was sent then. */
export const isLedgerUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'ledger_unavailable';

/** Waits for disk space, and reports the wait so that it can be shown. */
export interface DiskSpaceWait {
  /** Retries until there is room or the signal aborts; then throws the last error. */
  until<T>(work: () => Promise<T>, isPassing: (error: unknown) => boolean, signal?: AbortSignal): Promise<T>;
  readonly isWaiting: boolean;
}

/** @param onChange called when the first wait begins and when the last one ends. */
export function createDiskSpaceWait(onChange: (isWaiting: boolean) => void): DiskSpaceWait {
  let waiting = 0;
  function count(by: 1 | -1): void {
    const before = waiting;
    waiting += by;
    if (before === 0 || waiting === 0) onChange(waiting > 0);
  }
  return {
    async until(work, isPassing, signal) {
      let isCounted = false;
      try {
        for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
          try {
            return await work();
          } catch (error) {
            if (!isPassing(error) || signal?.aborted === true) throw error;
            if (!isCounted) count(1);
            isCounted = true;
            // On abort, it tries once more.
            await setTimeout(waitMs, undefined, signal && { signal }).catch(() => undefined);
          }
        }
      } finally {
        if (isCounted) count(-1);
      }
    },
    get isWaiting() {
      return waiting > 0;
    },
  };
}
