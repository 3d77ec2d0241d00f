import type { BaiqlScript, BaiqlScriptVersion, Prisma } from '@prisma/client';
import { HOUR_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import type { ListedVersion, ScriptVersion } from './responses';

type Deps = Pick<BaiqlDeps, 'prisma'>;

/** Limits per script on the number of versions and their total text. The newest is always kept. */
const MAX_VERSIONS = 200;
const MAX_VERSION_BYTES = 4 * 1024 * 1024;

/** Keeps a saved text as a version, in the transaction of the save. Autosaves within an hour replace each other. */
export async function keepVersion(
  { baiqlScriptVersion: versions }: Prisma.TransactionClient,
  { id: scriptId, version, name, content, size, updatedAt: savedAt }: BaiqlScript,
  isAutosave: boolean,
): Promise<void> {
  const stored = await versions.findMany({
    where: { scriptId },
    orderBy: { version: 'desc' },
    omit: { content: true },
  });
  const [newest] = stored;
  const isFolded = isAutosave && newest?.isAutosave === true && hourOf(newest.savedAt) === hourOf(savedAt);
  const earlier = isFolded ? stored.slice(1) : stored;
  let bytes = size;
  const firstToGo = earlier.findIndex((each, index) => {
    bytes += each.size;
    return index + 1 >= MAX_VERSIONS || bytes > MAX_VERSION_BYTES;
  });
  const isGone = [...(isFolded ? [newest] : []), ...(firstToGo === -1 ? [] : earlier.slice(firstToGo))];
  if (isGone.length > 0) {
    await versions.deleteMany({
      where: { scriptId, version: { in: isGone.map((each) => each.version) } },
    });
  }
  await versions.create({ data: { scriptId, version, name, content, size, isAutosave, savedAt } });
}

const hourOf = (moment: Date): number => Math.floor(moment.getTime() / HOUR_MS);

/** The versions of the user's script, newest first. */
export async function listVersions(
  { prisma }: Deps,
  { userId }: UserRef,
  scriptId: string,
): Promise<ListedVersion[]> {
  if ((await prisma.baiqlScript.count({ where: { id: scriptId, userId } })) === 0) throw noSuchScript();
  const rows = await prisma.baiqlScriptVersion.findMany({
    where: { scriptId },
    orderBy: { version: 'desc' },
    omit: { content: true },
  });
  return rows.map(describe);
}

export async function getVersion(
  { prisma }: Deps,
  { userId }: UserRef,
  { id, version }: { id: string; version: number },
): Promise<ScriptVersion> {
  const row = await prisma.baiqlScriptVersion.findFirst({
    where: { scriptId: id, version, script: { userId } },
  });
  if (!row) throw noSuchScript();
  return { ...describe(row), content: row.content };
}

const describe = ({
  version,
  name,
  size,
  isAutosave,
  savedAt,
}: Omit<BaiqlScriptVersion, 'content'>): ListedVersion => ({
  version,
  name,
  size,
  isAutosave,
  savedAt: savedAt.toISOString(),
});

/** The versions with their texts, one in memory at a time. */
export async function* allVersions(
  services: Deps,
  actor: UserRef,
  scriptId: string,
): AsyncGenerator<ScriptVersion> {
  for (const { version } of await listVersions(services, actor, scriptId)) {
    yield await getVersion(services, actor, { id: scriptId, version });
  }
}

export const noSuchScript = (): DomainError =>
  new DomainError('not-found', 'There is no such script.', { code: 'no_such_script' });
