import { DEFAULT_MODERATION_SETTINGS, type ModerationSettings } from '@promptwell/ai-providers/moderation';
import type { PrismaClient } from '~/core/db/app-database';
import { cached } from '~/core/server/cached.server';
import { z } from '~/core/shared/zod';
import { moderationSettingsSchema } from './schema';

const NAME = 'moderation';
const storedSchema = z.record(z.string(), z.unknown());

/** The moderation settings, cached in memory: each request reads them, and they rarely change. */
export interface SettingsStore {
  read(): Promise<ModerationSettings>;
  /** Call after any change. */
  invalidate(): void;
}

export function createSettingsStore(prisma: PrismaClient): SettingsStore {
  const { current, invalidate } = cached(() => load(prisma));
  return { read: current, invalidate };
}

/** Fields added by later versions get their defaults. */
async function load(prisma: PrismaClient): Promise<ModerationSettings> {
  const row = await prisma.houseSetting.findUnique({ where: { name: NAME } });
  const stored = row ? storedSchema.parse(JSON.parse(row.data)) : {};
  return moderationSettingsSchema.parse({ ...DEFAULT_MODERATION_SETTINGS, ...stored });
}

export const settingRow = (settings: ModerationSettings, updatedAt: Date) => ({
  where: { name: NAME },
  create: { name: NAME, data: JSON.stringify(settings), updatedAt },
  update: { data: JSON.stringify(settings), updatedAt },
});
