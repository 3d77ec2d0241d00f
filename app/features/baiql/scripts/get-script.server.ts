import type { PrismaClient } from '~/core/db/database.server';
import { describeScript, noSuchScript, type SavedScript } from './saved-script.server';

export async function getScript(
  { prisma }: { prisma: PrismaClient },
  userId: string,
  id: string,
): Promise<SavedScript> {
  const row = await prisma.baiqlScript.findFirst({ where: { id, userId } });
  if (!row) throw noSuchScript();
  return describeScript(row);
}
