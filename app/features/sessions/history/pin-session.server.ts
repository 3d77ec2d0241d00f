import type { Actor } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { ListedSession } from '../answers';
import type { SessionsDeps } from '../deps.server';
import { describeListed, LONG_TEXTS, noSuchSession } from '../sessions.server';

const MAX_PINNED = 100;

/** Pins a session to the top of its list, where it stays for good, or lets go of it. */
export function pinSession(
  { prisma }: Pick<SessionsDeps, 'prisma'>,
  { userId }: Actor,
  { id, isPinned }: { id: string; isPinned: boolean },
): Promise<ListedSession> {
  return prisma.$transaction(async (tx) => {
    const session = await tx.savedSession.findFirst({ where: { id, userId }, select: { isPinned: true } });
    if (!session) throw noSuchSession();
    const others = await tx.savedSession.count({ where: { userId, isPinned: true, NOT: { id } } });
    if (isPinned && others >= MAX_PINNED)
      throw new DomainError('conflict', `You can pin up to ${String(MAX_PINNED)} sessions.`, {
        code: 'too_many_pinned',
      });
    return describeListed(
      await tx.savedSession.update({ where: { id }, data: { isPinned }, omit: LONG_TEXTS }),
    );
  });
}
