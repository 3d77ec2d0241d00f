import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import type { PromptsDeps } from './deps.server';
import { describePrompt, WITH_NAMES, type Viewer } from './describe-prompt.server';
import type { SavedPrompt } from './answers';
import { visibleTo } from './visible-prompts.server';

type Deps = Pick<PromptsDeps, 'prisma'>;

export const noSuchPrompt = (): DomainError =>
  new DomainError('not-found', 'There is no such prompt.', { code: 'no_such_prompt' });

export async function findPrompt(
  services: Deps,
  actor: UserRef | undefined,
  id: string,
): Promise<SavedPrompt> {
  const row = await services.prisma.savedPrompt.findFirst({
    where: { id, ...visibleTo(actor?.userId) },
    include: WITH_NAMES,
  });
  if (!row) throw noSuchPrompt();
  return describePrompt(row, await viewerOf(services, actor, [id]));
}

/** The user viewing the prompts, for likes. */
export async function viewerOf(
  { prisma }: Deps,
  actor: UserRef | undefined,
  ids: readonly string[],
): Promise<Viewer> {
  if (!actor) return { userId: undefined };
  const { userId } = actor;
  const liked = await prisma.promptLike.findMany({
    where: { userId, promptId: { in: [...ids] } },
    select: { promptId: true },
  });
  return { userId, likes: new Set(liked.map(({ promptId }) => promptId)) };
}
