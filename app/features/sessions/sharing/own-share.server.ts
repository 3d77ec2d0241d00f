import type { Actor, UserRef } from '~/core/server/session.server';
import type { SessionShare } from '../answers';
import type { SessionsDeps } from '../deps.server';
import { noSuchSession } from '../sessions.server';
import { describeShare } from './describe-share.server';

/** The link of a session; null without one. */
export async function readShare(
  deps: Pick<SessionsDeps, 'prisma' | 'clock' | 'siteUrl'>,
  { userId }: UserRef,
  id: string,
): Promise<SessionShare | null> {
  const session = await deps.prisma.savedSession.findFirst({
    where: { id, userId },
    select: { share: { omit: { entries: true } } },
  });
  if (!session) throw noSuchSession();
  const { share } = session;
  return share && share.expiresAt.getTime() > deps.clock() ? describeShare(deps, share) : null;
}

/** Ends a session's link. */
export async function revokeShare(
  { prisma }: Pick<SessionsDeps, 'prisma'>,
  { userId }: Actor,
  id: string,
): Promise<void> {
  const session = await prisma.savedSession.findFirst({ where: { id, userId }, select: { id: true } });
  if (!session) throw noSuchSession();
  await prisma.sessionShare.deleteMany({ where: { sessionId: id } });
}

/** Deletes links that have expired, with what they showed. */
export async function sweepShares({
  prisma,
  clock,
}: Pick<SessionsDeps, 'prisma' | 'clock'>): Promise<number> {
  const { count } = await prisma.sessionShare.deleteMany({
    where: { expiresAt: { lte: new Date(clock()) } },
  });
  return count;
}
