import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { findSharingTeam } from '~/features/teams/index.server';
import type { PromptsDeps } from '../deps.server';
import { findPrompt, noSuchPrompt } from '../find-prompt.server';
import type { SavedPrompt } from '../answers';

/** Shares a prompt with the author's team, or stops sharing it. */
export async function sharePrompt(
  services: Pick<PromptsDeps, 'prisma'>,
  actor: Actor,
  { id, isShared }: { id: string; isShared: boolean },
): Promise<SavedPrompt> {
  // One transaction, so that a user can't share with a team they are leaving.
  await services.prisma.$transaction(async (prisma) => {
    const team = isShared ? await findSharingTeam({ prisma }, actor) : undefined;
    if (isShared && !team) {
      throw new DomainError('conflict', 'You aren’t on a team you can share prompts with.', {
        code: 'no_team',
      });
    }
    const where = { id, userId: actor.userId };
    const { count } = await prisma.savedPrompt.updateMany({ where, data: { teamId: team?.id ?? null } });
    if (count === 0) throw noSuchPrompt();
  });
  return findPrompt(services, actor, id);
}
