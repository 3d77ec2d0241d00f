import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { findSharingTeam } from '~/features/teams/index.server';
import type { PromptsDeps } from '../deps.server';
import { findPrompt, noSuchPrompt } from '../find-prompt.server';
import type { SavedPrompt } from '../answers';

/** Shares one's own prompt with one's team, or takes it back. Nobody outside the team learns of it. */
export async function sharePrompt(
  services: Pick<PromptsDeps, 'prisma'>,
  actor: Actor,
  { id, isShared }: { id: string; isShared: boolean },
): Promise<SavedPrompt> {
  // In one commit: nobody shares with a team that they leave meanwhile.
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
