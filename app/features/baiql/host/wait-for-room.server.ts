import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { DomainError } from '~/core/shared/errors';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
const NO_ROOM = /^(?:SQLITE_FULL|SQLITE_IOERR|ENOSPC|EDQUOT)/;

/** Whether something could not be written because the disk is full. */
export function isOutOfRoom(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if ('code' in each && typeof each.code === 'string' && NO_ROOM.test(each.code)) return true;
    if (saysOutOfRoom(each.message)) return true;
  }
  return false;
}

/** The same of a fault that is only told. */
export const saysOutOfRoom = (message: string): boolean =>
  /disk is full|no space left|no room left|ENOSPC/iu.test(message);

/** What a run wants to find free before it goes on: its results, outputs and scratch files lie on the same disk. */
const WANTED_BYTES = 4 * 1024 * 1024;

/** @throws when the disk of this folder has less. */
export async function assertRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < WANTED_BYTES) throw new Error('The disk is full.');
}

/** Whether the books could not be written, whatever the reason: nothing was sent then. */
export const areBooksClosed = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'ledger_unavailable';

/** What waits for room on the disk, for those who are shown it. */
export interface RoomWait {
  /** Tries until there is room, or the signal aborts; then the latest failure is thrown. */
  until<T>(work: () => Promise<T>, isPassing: (error: unknown) => boolean, signal?: AbortSignal): Promise<T>;
  readonly isWaiting: boolean;
}

/** @param onChange the first wait has begun, or the last has ended. */
export function createRoomWait(onChange: (isWaiting: boolean) => void): RoomWait {
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
        for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
          try {
            return await work();
          } catch (error) {
            if (!isPassing(error) || signal?.aborted === true) throw error;
            if (!isCounted) count(1);
            isCounted = true;
            // Aborted, it tries once more.
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
