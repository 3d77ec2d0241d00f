import { LRUCache } from 'lru-cache';
import type { PrismaClient } from '~/core/db/database.server';
import { DEFAULT_PREFERENCES, PREFERENCE_NAMES, preferencesSchema, type Preferences } from './schema';

/** Preferences by person, the busy ones in memory: every paid call reads its person's caps. */
export interface PreferencesStore {
  read(userId: string): Promise<Preferences>;
  /** Changes some of them, and gives back all. */
  change(userId: string, changes: Partial<Preferences>): Promise<Preferences>;
  /** Call after deleting a person's data. */
  forget(userId: string): void;
}

const CACHED_PEOPLE = 10_000;

export function createPreferences({ prisma }: { prisma: PrismaClient }): PreferencesStore {
  const cache = new LRUCache<string, Preferences>({ max: CACHED_PEOPLE });
  let changes = 0;
  return {
    read: async (userId) => {
      const cached = cache.get(userId);
      if (cached) return cached;
      const before = changes;
      const row = await prisma.userPreferences.findUnique({ where: { userId } });
      const preferences = row ? readStored(row.data) : DEFAULT_PREFERENCES;
      if (before === changes) cache.set(userId, preferences);
      return preferences;
    },
    change: async (userId, wanted) => {
      // One transaction, so that two changes at once to different fields both last.
      const preferences = await prisma.$transaction(async (transaction) => {
        const row = await transaction.userPreferences.findUnique({ where: { userId } });
        const next = { ...(row ? readStored(row.data) : DEFAULT_PREFERENCES), ...wanted };
        const data = JSON.stringify(next);
        await transaction.userPreferences.upsert({
          where: { userId },
          create: { userId, data },
          update: { data },
        });
        return next;
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

/** A value that the schema has since stopped to allow falls back to its default; the others stay. */
function readStored(data: string): Preferences {
  const stored: unknown = JSON.parse(data);
  const whole = preferencesSchema.safeParse(stored);
  if (whole.success) return whole.data;
  const broken = new Set(whole.error.issues.map((issue) => issue.path[0]));
  const entries = Object.entries(stored ?? {}).filter(([name]) => !broken.has(name));
  return preferencesSchema.parse(Object.fromEntries(entries.filter(([name]) => isPreference(name))));
}

const isPreference = (name: string): boolean => PREFERENCE_NAMES.some((known) => known === name);
