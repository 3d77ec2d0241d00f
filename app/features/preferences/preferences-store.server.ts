import { LRUCache } from 'lru-cache';
import { z } from '~/core/shared/zod';
import type { PrismaClient } from '~/core/db/app-database';
import { DEFAULT_PREFERENCES, preferencesSchema, type PreferenceName, type Preferences } from './schema';

/** Preferences by user, with recently used ones in memory: every paid completion reads the user's caps. */
export interface PreferencesStore {
  read(userId: string): Promise<Preferences>;
  /** Whether the user chose this value, even if it equals the default. */
  isChosen(userId: string, name: PreferenceName): Promise<boolean>;
  /** Changes some preferences and returns all. A function receives the current ones. */
  change(
    userId: string,
    changes: Partial<Preferences> | ((now: Preferences) => Partial<Preferences>),
  ): Promise<Preferences>;
  /** Call after deleting a user's data. */
  forget(userId: string): void;
}

/** Bounds memory: instructions may be long. */
const CACHED_PEOPLE = 10_000;
const CACHED_CHARACTERS = 20_000_000;
const USUAL_CHARACTERS = 1_000;

export function createPreferences({ prisma }: { prisma: PrismaClient }): PreferencesStore {
  const cache = new LRUCache<string, Preferences>({
    max: CACHED_PEOPLE,
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ DefaultInstructions }) => USUAL_CHARACTERS + DefaultInstructions.length,
  });
  let changes = 0;
  return {
    read: async (userId) => {
      const cached = cache.get(userId);
      if (cached) return cached;
      const before = changes;
      const row = await prisma.userPreferences.findUnique({ where: { userId } });
      const preferences = { ...DEFAULT_PREFERENCES, ...readStored(row?.data) };
      if (before === changes) cache.set(userId, preferences);
      return preferences;
    },
    isChosen: async (userId, name) => {
      const row = await prisma.userPreferences.findUnique({ where: { userId } });
      return name in readStored(row?.data);
    },
    change: async (userId, wanted) => {
      // One transaction, so that concurrent changes of different fields both persist.
      const preferences = await prisma.$transaction(async (transaction) => {
        const row = await transaction.userPreferences.findUnique({ where: { userId } });
        const before = readStored(row?.data);
        const changed = typeof wanted === 'function' ? wanted({ ...DEFAULT_PREFERENCES, ...before }) : wanted;
        const chosen = { ...before, ...changed };
        const data = JSON.stringify(chosen);
        await transaction.userPreferences.upsert({
          where: { userId },
          create: { userId, data },
          update: { data },
        });
        return { ...DEFAULT_PREFERENCES, ...chosen };
      });
      changes += 1;
      cache.delete(userId);
      return preferences;
    },
    forget: (userId) => {
      changes += 1;
      cache.delete(userId);
    },
  };
}

/** The user's choices. Values that the schema no longer allows are dropped field by field. */
function readStored(data = '{}'): Partial<Preferences> {
  const stored = z.record(z.string(), z.unknown()).catch({}).parse(JSON.parse(data));
  const sound = Object.entries(preferencesSchema.shape)
    .filter(([name, field]) => name in stored && field.safeParse(stored[name]).success)
    .map(([name]) => [name, stored[name]]);
  return preferencesSchema.partial().parse(Object.fromEntries(sound));
}
