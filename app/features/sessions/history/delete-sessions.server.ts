import type { SessionsDeps } from '../deps.server';

/** Exchanges a commit: an index entry of each is removed as well, which takes milliseconds for a long reply. */
const TURN_BATCH_SIZE = 20;

/** Deletes sessions with their exchanges, in small commits, so that others needn't wait. */
export async function deleteSessions(
  { prisma }: Pick<SessionsDeps, 'prisma'>,
  ids: readonly string[],
): Promise<void> {
  for (const sessionId of ids) {
    for (;;) {
      const turns = await prisma.sessionTurn.findMany({
        where: { sessionId },
        select: { number: true },
        take: TURN_BATCH_SIZE,
      });
      if (turns.length === 0) break;
      await prisma.sessionTurn.deleteMany({ where: { number: { in: turns.map(({ number }) => number) } } });
    }
    await prisma.savedSession.deleteMany({ where: { id: sessionId } });
  }
}
