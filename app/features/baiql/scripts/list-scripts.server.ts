import type { PrismaClient } from '~/core/db/database.server';
import { describeScript, type SavedScript } from './saved-script.server';

/** One's own scripts, the latest changed first. */
export async function listScripts(
  { prisma }: { prisma: PrismaClient },
  userId: string,
): Promise<SavedScript[]> {
  const rows = await prisma.baiqlScript.findMany({
    where: { userId },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
  });
  return rows.map(describeScript);
}
