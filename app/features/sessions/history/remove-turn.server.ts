import type { Actor } from '~/core/server/session.server';
import type { SessionsDeps } from '../deps.server';
import { noSuchSession } from '../sessions.server';
import { FIGURES, figuresChange } from './figures.server';

/** Removes an exchange from a session; without an error if it isn't there. A recent session without any goes, too. */
export function removeTurn(
  { prisma }: Pick<SessionsDeps, 'prisma'>,
  { userId }: Actor,
  { sessionId, key }: { sessionId: string; key: string },
): Promise<void> {
  return prisma.$transaction(async (tx) => {
    const session = await tx.savedSession.findFirst({
      where: { id: sessionId, userId },
      select: { kind: true },
    });
    if (!session) throw noSuchSession();
    const where = { sessionId_key: { sessionId, key } };
    const before = await tx.sessionTurn.findUnique({ where, select: FIGURES });
    if (!before) return;
    await tx.sessionTurn.delete({ where });
    const isEmpty =
      session.kind === 'recent' && (await tx.sessionTurn.findFirst({ where: { sessionId } })) === null;
    if (isEmpty) await tx.savedSession.delete({ where: { id: sessionId } });
    else await tx.savedSession.update({ where: { id: sessionId }, data: figuresChange(undefined, before) });
  });
}
