import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { toDomainError } from '~/core/db/database-errors.server';
import { DomainError } from '~/core/shared/errors';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
/** A fault of the disk, which may pass: it has no room, or can't be read or written. */
type DiskFault = 'disk_full' | 'disk_failed';

export function diskFaultOf(error: unknown): DiskFault | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const code = toDomainError(each)?.code;
    if (code === 'disk_full' || code === 'disk_failed') return code;
    const fault = diskFaultIn(each.message);
    if (fault) return fault;
  }
  return undefined;
}

/** The same, for an error known only by its message. */
export function diskFaultIn(message: string): DiskFault | undefined {
  if (/disk is full|no space left|no room left|ENOSPC/iu.test(message)) return 'disk_full';
  return /disk I\/O error|\bEIO\b/iu.test(message) ? 'disk_failed' : undefined;
}

export const isDiskFault = (error: unknown): boolean => diskFaultOf(error) !== undefined;

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

/** Waits until the disk can be written, and reports the wait so that it can be shown. */
export interface DiskSpaceWait {
  /** Retries until there is room or the signal aborts; then throws the last error. */
  until<T>(work: () => Promise<T>, isPassing: (error: unknown) => boolean, signal?: AbortSignal): Promise<T>;
  readonly isWaiting: boolean;
  /** The disk's last error while waiting. */
  readonly fault: DiskFault | undefined;
}

/** @param onChange called when the first wait begins and when the last one ends. */
export function createDiskSpaceWait(
  onChange: (wait: Pick<DiskSpaceWait, 'isWaiting' | 'fault'>) => void,
): DiskSpaceWait {
  let waiting = 0;
  let fault: DiskFault | undefined;
  function count(by: 1 | -1): void {
    const before = waiting;
    waiting += by;
    if (waiting === 0) fault = undefined;
    if (before === 0 || waiting === 0) onChange({ isWaiting: waiting > 0, fault });
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
            fault = diskFaultOf(error);
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
    get fault() {
      return fault;
    },
  };
}
