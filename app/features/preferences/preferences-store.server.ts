import { LRUCache } from 'lru-cache';
import { z } from '~/core/shared/zod';
import type { PrismaClient } from '~/core/db/app-database';
import {
  DEFAULT_PREFERENCES,
  preferencesSchema,
  timezoneSchema,
  type PreferenceName,
  type Preferences,
} from './schema';

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
  /** Notes the time zone of the user's browser, which is theirs until they choose one. */
  noteTimezone(userId: string, timezone: string): Promise<void>;
  /** Call after deleting a user's data. */
  forget(userId: string): void;
}

/** Bounds memory: instructions may be long. */
const CACHED_PEOPLE = 10_000;
const CACHED_CHARACTERS = 20_000_000;
const USUAL_CHARACTERS = 1_000;

export function createPreferences({ prisma }: { prisma: PrismaClient }): PreferencesStore {
  const cache = new LRUCache<string, Stored>({
    max: CACHED_PEOPLE,
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ chosen }) => USUAL_CHARACTERS + (chosen.DefaultInstructions ?? '').length,
  });
  let changes = 0;
  const load = async (userId: string): Promise<Stored> => {
    const cached = cache.get(userId);
    if (cached) return cached;
    const before = changes;
    const row = await prisma.userPreferences.findUnique({ where: { userId } });
    const stored = readStored(row?.data);
    if (before === changes) cache.set(userId, stored);
    return stored;
  };
  // One transaction, so that concurrent changes of different fields both persist.
  const store = async (userId: string, changed: (before: Stored) => Stored): Promise<Stored> => {
    const stored = await prisma.$transaction(async (transaction) => {
      const row = await transaction.userPreferences.findUnique({ where: { userId } });
      const after = changed(readStored(row?.data));
      const data = JSON.stringify({ ...after.chosen, [BROWSER_TIMEZONE]: after.browserTimezone });
      await transaction.userPreferences.upsert({
        where: { userId },
        create: { userId, data },
        update: { data },
      });
      return after;
    });
    changes += 1;
    cache.delete(userId);
    return stored;
  };
  return {
    read: async (userId) => preferencesOf(await load(userId)),
    isChosen: async (userId, name) => name in (await load(userId)).chosen,
    change: async (userId, wanted) =>
      preferencesOf(
        await store(userId, (before) => {
          const changed = typeof wanted === 'function' ? wanted(preferencesOf(before)) : wanted;
          return { ...before, chosen: { ...before.chosen, ...changed } };
        }),
      ),
    noteTimezone: async (userId, browserTimezone) => {
      await store(userId, (before) => ({ ...before, browserTimezone }));
    },
    forget: (userId) => {
      changes += 1;
      cache.delete(userId);
    },
  };
}

interface Stored {
  chosen: Partial<Preferences>;
  browserTimezone: string | undefined;
}

/** Beside the choices, by a name that none of them has. */
const BROWSER_TIMEZONE = 'browserTimezone';

const preferencesOf = ({ chosen, browserTimezone }: Stored): Preferences => ({
  ...DEFAULT_PREFERENCES,
  ...(browserTimezone !== undefined && { PreferredTimezone: browserTimezone }),
  ...chosen,
});

/** Values that the schema no longer allows are dropped field by field. */
function readStored(data = '{}'): Stored {
  const stored = z.record(z.string(), z.unknown()).catch({}).parse(JSON.parse(data));
  const sound = Object.entries(preferencesSchema.shape)
    .filter(([name, field]) => name in stored && field.safeParse(stored[name]).success)
    .map(([name]) => [name, stored[name]]);
  return {
    chosen: preferencesSchema.partial().parse(Object.fromEntries(sound)),
    browserTimezone: timezoneSchema.safeParse(stored[BROWSER_TIMEZONE]).data,
  };
}
