import fs from 'node:fs';
import { SECOND_MS, type Clock } from '../shared/clock';
import { DomainError } from '../shared/errors';

const MOST_FLOOR_BYTES = 100_000_000;
const FLOOR_SHARE = 0.02;

/** How much room there is where the data lie. */
export interface FreeSpace {
  /** So little that nothing new may begin: what is under way needs the rest. */
  isShort(): boolean;
}

/** Looks at the disk once in a second, however often it is asked; while there is little room, each time. */
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

/** What is kept free for what is under way: the smaller of 100 MB and 2 % of the volume. */
export const floorBytes = (totalBytes: number): number =>
  Math.min(MOST_FLOOR_BYTES, FLOOR_SHARE * totalBytes);

/** A file system that says nothing of its size is taken to have room. */
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
