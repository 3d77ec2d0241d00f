import { DEFAULT_QUOTA_BYTES } from '@promptwell/baiql-runtime';
import type { Clock } from '~/core/clock';
import type { PrismaClient } from '~/core/db/database.server';
import { createSaveUploads } from './files/save-uploads.server';
import { createUserAreas } from './files/user-areas.server';

export interface BaiqlSettings {
  prisma: PrismaClient;
  clock: Clock;
  /** Where people's files are kept. */
  filesDir: string;
}

/** Everything that the routes of BAIQL work with. */
export type Baiql = ReturnType<typeof createBaiql>;

export function createBaiql({ prisma, clock, filesDir }: BaiqlSettings) {
  const areas = createUserAreas({ root: filesDir, quotaBytes: DEFAULT_QUOTA_BYTES, clock });
  return { prisma, areas, saveUploads: createSaveUploads({ areas }) };
}
