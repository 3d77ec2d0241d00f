import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { Accounts } from './deps.server';

/** Ends one of one's own sessions. Somebody else's does not exist. */
export async function endSession(
  { prisma, sessions }: Pick<Accounts, 'prisma' | 'sessions'>,
  actor: Actor,
  sessionId: string,
): Promise<void> {
  const own = await prisma.session.count({ where: { id: sessionId, userId: actor.userId } });
  if (own === 0) throw new DomainError('not-found', 'There is no such session.');
  await sessions.end(sessionId);
}

/** Signs every other browser and script of the person out. */
export async function endOtherSessions(
  { sessions }: Pick<Accounts, 'sessions'>,
  actor: Actor,
): Promise<void> {
  await sessions.endAll(actor.userId, { except: actor.sessionId });
}
