import type { BaiqlScript } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import type { ListedScript, SavedScript, SaveScript } from './schema';

/** The list has no pages, so the number of scripts has a bound. */
const MAX_SCRIPTS = 500;

type OwnId = Pick<Actor, 'userId'>;

/** One's own scripts without their texts, the latest changed first. */
export async function listScripts({ prisma }: Services, { userId }: OwnId): Promise<ListedScript[]> {
  const rows = await prisma.baiqlScript.findMany({
    where: { userId },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    omit: { content: true },
  });
  return rows.map((row) => ({ ...describe(row), size: row.size }));
}

/** One's own scripts with their texts, one in memory at a time. */
export async function* allScripts(services: Services, actor: OwnId): AsyncGenerator<SavedScript> {
  for (const { scriptId } of await listScripts(services, actor)) {
    const row = await services.prisma.baiqlScript.findFirst({
      where: { id: scriptId, userId: actor.userId },
    });
    if (row) yield describeScript(row); // else it was deleted meanwhile
  }
}

export async function getScript({ prisma }: Services, { userId }: OwnId, id: string): Promise<SavedScript> {
  const row = await prisma.baiqlScript.findFirst({ where: { id, userId } });
  if (!row) throw noSuchScript();
  return describeScript(row);
}

export async function saveScript(
  { prisma }: Services,
  { userId }: Actor,
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

export async function updateScript(
  { prisma }: Services,
  { userId }: Actor,
  { id, name, content }: SaveScript & { id: string },
): Promise<SavedScript> {
  const [row] = await prisma.baiqlScript.updateManyAndReturn({
    where: { id, userId },
    data: { name, content, size: Buffer.byteLength(content) },
  });
  if (!row) throw noSuchScript();
  return describeScript(row);
}

/** Runs keep the text that they were begun with. */
export async function deleteScript({ prisma }: Services, { userId }: Actor, id: string): Promise<void> {
  const { count } = await prisma.baiqlScript.deleteMany({ where: { id, userId } });
  if (count === 0) throw noSuchScript();
}

const describeScript = (row: BaiqlScript): SavedScript => ({ ...describe(row), content: row.content });

const describe = (row: Omit<BaiqlScript, 'content'>): Omit<SavedScript, 'content'> => ({
  scriptId: row.id,
  name: row.name,
  userId: row.userId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const noSuchScript = (): DomainError =>
  new DomainError('not-found', 'There is no such script.', { code: 'no_such_script' });
