import fs from 'node:fs';
import { SECOND_MS, type Clock } from '../shared/clock';
import { DomainError } from '../shared/errors';

const MAX_FLOOR_BYTES = 100_000_000;
const FLOOR_SHARE = 0.02;

/** Free disk space of DATA_DIR. */
export interface FreeSpace {
  /** Too little to begin anything new: requests in progress need the rest. */
  isShort(): boolean;
}

/** Checks the disk at most once per second; at every call while space is low. */
export function createFreeSpace(folder: string, steadyClock: Clock): FreeSpace {
  let isShort = false;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return {
    isShort: () => {
      const nowMs = steadyClock();
      if (isShort || nowMs - lookedAtMs >= SECOND_MS) {
        lookedAtMs = nowMs;
        isShort = isBelowFloor(folder);
      }
      return isShort;
    },
  };
}

/** Space reserved for work in progress: the smaller of 100 MB and 2 % of the volume. */
export const floorBytes = (totalBytes: number): number => Math.min(MAX_FLOOR_BYTES, FLOOR_SHARE * totalBytes);

/** A file system that doesn't report its size counts as having space. */
function isBelowFloor(folder: string): boolean {
  try {
    const { bavail, blocks, bsize } = fs.statfsSync(folder);
    return bavail * bsize < floorBytes(blocks * bsize);
  } catch {
    return false;
  }
}

export const diskAlmostFull = (): DomainError =>
  new DomainError('unavailable', 'The server’s disk is almost full. Please try again later.', {
    code: 'disk_full',
  });
