import path from 'node:path';
import { readdir, rm } from 'node:fs/promises';
import { openArea, removeUnfinished, type Area } from '@promptwell/baiql-runtime';
import { LRUCache } from 'lru-cache';
import type { Clock } from '~/core/shared/clock';

/** Each user's own `/data/input/` and `/data/output/`, below one folder of the data directory. */
export interface UserAreas {
  of(userId: string): Promise<Area>;
  /** Deletes everything in it, when an account is deleted. */
  remove(userId: string): Promise<void>;
  /** The users who have a folder, whether their accounts are there or not. */
  userIds(): Promise<string[]>;
  readonly quotaBytes: number;
}

/** An upload that nothing was added to for so long was broken off by a crash. */
const ABANDONED_MS = 60 * 60 * 1000;
/** What else somebody keeps in that folder is none of ours. */
const USER_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function createUserAreas(settings: { root: string; quotaBytes: number; clock: Clock }): UserAreas {
  const opened = new LRUCache<string, Promise<Area>>({ max: 1_000 });
  const folderOf = (userId: string): string => {
    // Ids are made by us; this is the last gate before a path.
    if (!/^[\w-]{1,64}$/.test(userId)) throw new Error('This is not the id of a user.');
    return path.join(settings.root, userId);
  };
  const open = async (userId: string): Promise<Area> => {
    const area = await openArea(folderOf(userId));
    await removeUnfinished(area, new Date(settings.clock() - ABANDONED_MS));
    return area;
  };
  return {
    quotaBytes: settings.quotaBytes,
    of: (userId) => {
      const known = opened.get(userId);
      if (known) return known;
      const opening = open(userId);
      opened.set(userId, opening);
      opening.catch(() => opened.delete(userId)); // tried again by the next caller
      return opening;
    },
    userIds: async () => {
      const entries = await readdir(settings.root, { withFileTypes: true }).catch(() => []);
      return entries.flatMap((entry) =>
        entry.isDirectory() && USER_ID.test(entry.name) ? [entry.name] : [],
      );
    },
    remove: async (userId) => {
      opened.delete(userId);
      await rm(folderOf(userId), { recursive: true, force: true });
    },
  };
}
