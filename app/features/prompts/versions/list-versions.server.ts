import type { SavedPromptVersion } from '@prisma/client';
import type { UserRef } from '~/core/server/session.server';
import type { PromptsDeps } from '../deps.server';
import { noSuchPrompt } from '../find-prompt.server';
import type { ListedPromptVersion, PromptVersion } from '../answers';

type Deps = Pick<PromptsDeps, 'prisma'>;

/** Versions of the user's prompt, newest first. */
export async function listPromptVersions(
  { prisma }: Deps,
  { userId }: UserRef,
  promptId: string,
): Promise<{ versions: ListedPromptVersion[] }> {
  if ((await prisma.savedPrompt.count({ where: { id: promptId, userId } })) === 0) throw noSuchPrompt();
  const rows = await prisma.savedPromptVersion.findMany({
    where: { promptId },
    orderBy: { version: 'desc' },
    omit: { content: true },
  });
  return { versions: rows.map(describe) };
}

export async function getPromptVersion(
  { prisma }: Deps,
  { userId }: UserRef,
  { id: promptId, version }: { id: string; version: number },
): Promise<PromptVersion> {
  const row = await prisma.savedPromptVersion.findFirst({ where: { promptId, version, prompt: { userId } } });
  if (!row) throw noSuchPrompt();
  return { ...describe(row), content: row.content };
}

const describe = ({
  version,
  title,
  description,
  note,
  savedAt,
}: Omit<SavedPromptVersion, 'content'>): ListedPromptVersion => ({
  version,
  title,
  description,
  note,
  savedDate: savedAt.toISOString(),
});
