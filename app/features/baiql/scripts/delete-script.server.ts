import type { PrismaClient } from '~/core/db/database.server';
import { noSuchScript } from './saved-script.server';

/** Runs keep the text that they were begun with. */
export async function deleteScript(
  { prisma }: { prisma: PrismaClient },
  userId: string,
  id: string,
): Promise<void> {
  const { count } = await prisma.baiqlScript.deleteMany({ where: { id, userId } });
  if (count === 0) throw noSuchScript();
}
