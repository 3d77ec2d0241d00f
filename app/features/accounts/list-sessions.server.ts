import type { Actor } from '~/core/server/session.server';
import type { Accounts } from './deps.server';

export interface ListedSession {
  id: string;
  kind: string;
  /** The browser's or script's own description of itself. */
  userAgent: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  isThisOne: boolean;
}

/** Where a person is signed in, the latest first. */
export async function listSessions(
  { prisma, clock }: Pick<Accounts, 'prisma' | 'clock'>,
  actor: Actor,
): Promise<ListedSession[]> {
  const rows = await prisma.session.findMany({
    where: { userId: actor.userId, expiresAt: { gt: new Date(clock()) } },
    orderBy: { lastSeenAt: 'desc' },
    take: 100,
  });
  return rows.map(({ id, kind, userAgent, createdAt, lastSeenAt, expiresAt }) => ({
    id,
    kind,
    userAgent,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isThisOne: id === actor.sessionId,
  }));
}
