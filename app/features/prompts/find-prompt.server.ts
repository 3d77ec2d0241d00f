import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import type { Services } from '~/services';
import { describePrompt, WITH_NAMES, type PromptRow } from './describe-prompt.server';
import type { SavedPrompt } from './answers';
import { visibleTo } from './visible-prompts.server';

export const noSuchPrompt = (): DomainError =>
  new DomainError('not-found', 'There is no such prompt.', { code: 'no_such_prompt' });

export async function findPrompt(
  services: Services,
  actor: UserRef | undefined,
  id: string,
): Promise<SavedPrompt> {
  const row = await services.prisma.savedPrompt.findFirst({
    where: { id, ...visibleTo(actor?.userId) },
    include: WITH_NAMES,
  });
  if (!row) throw noSuchPrompt();
  const [prompt] = await describePrompts(services, actor, [row]);
  if (!prompt) throw noSuchPrompt();
  return prompt;
}

/** The rows as one person sees them, with their own likes. */
export async function describePrompts(
  { prisma }: Services,
  actor: UserRef | undefined,
  rows: readonly PromptRow[],
): Promise<SavedPrompt[]> {
  const liked = actor
    ? await prisma.promptLike.findMany({
        where: { userId: actor.userId, promptId: { in: rows.map(({ id }) => id) } },
        select: { promptId: true },
      })
    : [];
  const likes = new Set(liked.map(({ promptId }) => promptId));
  return rows.map((row) => describePrompt(row, { userId: actor?.userId, likes }));
}
