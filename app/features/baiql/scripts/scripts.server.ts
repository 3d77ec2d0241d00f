import type { BaiqlScript } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { Actor, UserRef } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import type { ListedScript, SavedScript } from './responses';
import type { SaveScript, UpdateScript } from './schema';
import { keepVersion, noSuchScript } from './versions.server';

type Deps = Pick<BaiqlDeps, 'clock' | 'prisma'>;

/** The list isn't paged, so the number of scripts is limited. */
const MAX_SCRIPTS = 500;

/** The user's scripts without their texts, last changed first. */
export async function listScripts(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  { userId }: UserRef,
): Promise<ListedScript[]> {
  const rows = await prisma.baiqlScript.findMany({
    where: { userId },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    // Stored after the text, so reading the key would scan it.
    omit: { content: true, saveKey: true },
  });
  return rows.map((row) => ({ ...describe(row), size: row.size }));
}

/** The user's scripts with their texts, one in memory at a time. */
export async function* allScripts(
  services: Pick<BaiqlDeps, 'prisma'>,
  actor: UserRef,
): AsyncGenerator<SavedScript> {
  for (const { scriptId } of await listScripts(services, actor)) {
    const row = await services.prisma.baiqlScript.findFirst({
      where: { id: scriptId, userId: actor.userId },
    });
    if (row) yield describeScript(row); // otherwise deleted since the list was read
  }
}

export async function getScript(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  { userId }: UserRef,
  id: string,
): Promise<SavedScript> {
  const row = await prisma.baiqlScript.findFirst({ where: { id, userId } });
  if (!row) throw noSuchScript();
  return describeScript(row);
}

/** Creates a script. If a first save is retried with the same key, it updates the script created before. */
export async function saveScript(
  services: Deps,
  actor: Actor,
  { saveKey, ...script }: SaveScript & { saveKey?: string | undefined },
): Promise<SavedScript> {
  const { prisma, clock } = services;
  const { userId } = actor;
  const { name, content, isAutosave = false } = script;
  const now = new Date(clock());
  const size = Buffer.byteLength(content);
  const { row, isNew } = await prisma.$transaction(async (transaction) => {
    const before =
      saveKey === undefined ? null : await transaction.baiqlScript.findFirst({ where: { userId, saveKey } });
    if (before) return { row: before, isNew: false };
    if ((await transaction.baiqlScript.count({ where: { userId } })) >= MAX_SCRIPTS) throw tooManyScripts();
    const created = await transaction.baiqlScript.create({
      data: { userId, saveKey: saveKey ?? null, name, content, size, createdAt: now, updatedAt: now },
    });
    await keepVersion(transaction, created, isAutosave);
    return { row: created, isNew: true };
  });
  return isNew ? describeScript(row) : updateScript(services, actor, { ...script, id: row.id });
}

/** Updates a script. Fails without overwriting if it was based on an older version. */
export async function updateScript(
  { prisma, clock }: Deps,
  { userId }: Actor,
  { id, name, content, baseVersion, isAutosave = false }: UpdateScript & { id: string },
): Promise<SavedScript> {
  const now = new Date(clock());
  const size = Buffer.byteLength(content);
  const row = await prisma.$transaction(async (transaction) => {
    const before = await transaction.baiqlScript.findFirst({ where: { id, userId } });
    if (!before) throw noSuchScript();
    const isSame = before.name === name && before.content === content;
    // A retry of a save whose response was lost; already saved.
    const isOutdated = baseVersion !== undefined && baseVersion !== before.version;
    if (isOutdated && !isSame) throw savedElsewhere(before);
    const data = { name, content, size, updatedAt: now, version: before.version + (isSame ? 0 : 1) };
    const saved = await transaction.baiqlScript.update({ where: { id }, data });
    if (!isSame) await keepVersion(transaction, saved, isAutosave);
    return saved;
  });
  return describeScript(row);
}

/** Changes only the name, whatever the current text is. */
export async function renameScript(
  services: Deps,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<SavedScript> {
  const { content, version } = await getScript(services, actor, id);
  return updateScript(services, actor, { id, name, content, baseVersion: version });
}

/** Runs keep the text they were started with. */
export async function deleteScript(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  { userId }: Actor,
  id: string,
): Promise<void> {
  const { count } = await prisma.baiqlScript.deleteMany({ where: { id, userId } });
  if (count === 0) throw noSuchScript();
}

const describeScript = (row: BaiqlScript): SavedScript => ({ ...describe(row), content: row.content });

const describe = (row: Omit<BaiqlScript, 'content' | 'saveKey'>): Omit<SavedScript, 'content'> => ({
  scriptId: row.id,
  name: row.name,
  version: row.version,
  userId: row.userId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const tooManyScripts = (): DomainError =>
  new DomainError('conflict', `You have ${MAX_SCRIPTS} scripts. Delete some to save new ones.`, {
    code: 'too_many_scripts',
  });

const savedElsewhere = ({ version, updatedAt }: Pick<BaiqlScript, 'version' | 'updatedAt'>): DomainError =>
  new DomainError('conflict', 'This script was saved in another tab or window since you opened it.', {
    code: 'script_changed',
    data: { version, updatedAt: updatedAt.toISOString() },
  });
