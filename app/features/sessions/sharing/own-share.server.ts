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
  const isShown = share?.disabledAt === null && share.expiresAt.getTime() > deps.clock();
  return share && isShown ? describeShare(deps, share) : null;
}

/** Ends a session's link. One that an administrator switched off stays switched off. */
export async function revokeShare(
  { prisma }: Pick<SessionsDeps, 'prisma'>,
  { userId }: Actor,
  id: string,
): Promise<void> {
  const session = await prisma.savedSession.findFirst({ where: { id, userId }, select: { id: true } });
  if (!session) throw noSuchSession();
  await prisma.sessionShare.deleteMany({ where: { sessionId: id, disabledAt: null } });
}

/** Deletes links that have expired, with what they showed. Those that were switched off show nothing any more. */
export async function sweepShares({
  prisma,
  clock,
}: Pick<SessionsDeps, 'prisma' | 'clock'>): Promise<number> {
  const { count } = await prisma.sessionShare.deleteMany({
    where: { expiresAt: { lte: new Date(clock()) }, disabledAt: null },
  });
  return count;
}
