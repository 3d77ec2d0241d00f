import type { PrismaClient } from '~/core/db/database.server';
import { DomainError } from '~/core/shared/errors';
import { describeScript, type SavedScript } from './saved-script.server';
import type { SaveScript } from './schema';

/** A list of scripts carries their texts, so their number has a bound. */
const MAX_SCRIPTS = 500;

export async function saveScript(
  { prisma }: { prisma: PrismaClient },
  userId: string,
  { name, content }: SaveScript,
): Promise<SavedScript> {
  if ((await prisma.baiqlScript.count({ where: { userId } })) >= MAX_SCRIPTS) {
    throw new DomainError('conflict', `You have ${MAX_SCRIPTS} scripts. Delete some to save new ones.`, {
      code: 'too_many_scripts',
    });
  }
  const data = { userId, name, content, size: Buffer.byteLength(content) };
  return describeScript(await prisma.baiqlScript.create({ data }));
}
