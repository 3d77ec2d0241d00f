import type { BaiqlExecution } from '@prisma/client';
import type { PrismaClient } from '~/core/db/database.server';
import { noSuchRun } from './execution-view.server';

/** A run of one's own. */
export async function findExecution(
  { prisma }: { prisma: PrismaClient },
  userId: string,
  id: string,
): Promise<BaiqlExecution> {
  const row = await prisma.baiqlExecution.findFirst({ where: { id, userId } });
  if (!row) throw noSuchRun();
  return row;
}
