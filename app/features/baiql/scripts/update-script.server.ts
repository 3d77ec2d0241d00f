import type { PrismaClient } from '~/core/db/database.server';
import { describeScript, noSuchScript, type SavedScript } from './saved-script.server';
import type { SaveScript } from './schema';

export async function updateScript(
  { prisma }: { prisma: PrismaClient },
  userId: string,
  id: string,
  { name, content }: SaveScript,
): Promise<SavedScript> {
  const [row] = await prisma.baiqlScript.updateManyAndReturn({
    where: { id, userId },
    data: { name, content, size: Buffer.byteLength(content) },
  });
  if (!row) throw noSuchScript();
  return describeScript(row);
}
