import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import type { Services } from '~/services';
import { describePrompt, LISTED, WITH_NAMES, type PromptRow } from './describe-prompt.server';
import type { SavedPrompt } from './answers';

export const noSuchPrompt = (): DomainError =>
  new DomainError('not-found', 'There is no such prompt.', { code: 'no_such_prompt' });

/** One's own, what the community sees, and what is shared with one's team; people don't learn that there is more. */
export const visibleTo = (userId: string | undefined): Prisma.SavedPromptWhereInput =>
  userId === undefined ? LISTED : { OR: [{ userId }, LISTED, { team: withSeatFor(userId), user: HAS_SEAT }] };

const withSeatFor = (userId: string): Prisma.TeamWhereInput => ({
  isOn: true,
  OR: [{ userId }, { members: { some: { userId, hasSeat: true } } }],
});

/** Who shares has a seat as well: its team's owner, or a member. */
const HAS_SEAT: Prisma.UserWhereInput = {
  OR: [{ ownTeam: { isOn: true } }, { membership: { hasSeat: true } }],
};

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
