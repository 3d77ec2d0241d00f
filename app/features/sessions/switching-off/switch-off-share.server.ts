import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { SessionsDeps } from '../deps.server';

/**
 * Ends the link of a shared session and deletes what it showed. Its owner keeps the session but can't share it again.
 * Switching it off twice does nothing.
 */
export async function switchOffShare(
  deps: Pick<SessionsDeps, 'prisma' | 'clock'>,
  actor: Actor,
  sessionId: string,
): Promise<void> {
  const { prisma, clock } = deps;
  const share = await prisma.sessionShare.findUnique({
    where: { sessionId },
    select: { userId: true, disabledAt: true },
  });
  if (!share)
    throw new DomainError('not-found', 'This session isn’t shared any more.', { code: 'no_such_share' });
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.sessionShare.updateMany({
      where: { sessionId, disabledAt: null },
      data: { disabledAt: new Date(clock()), entries: '[]', instructions: '' },
    });
    if (count === 0) return;
    await writeAudit(transaction, deps, actor, {
      action: 'session.switched-off',
      subject: share.userId,
      detail: { session: sessionId },
    });
  });
}
