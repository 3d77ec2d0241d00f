import type { UserRef } from '~/core/server/session.server';
import type { SessionsDeps } from '../deps.server';

const HISTORY_MIGRATION = '0067_session_history';

/** Whether an account was here before sessions were kept by themselves, so that it is told once. */
export async function predatesHistory(
  { prisma }: Pick<SessionsDeps, 'prisma'>,
  { userId }: UserRef,
): Promise<boolean> {
  const [[migration], user] = await Promise.all([
    prisma.$queryRaw<{ appliedAt: string }[]>`
      SELECT applied_at AS "appliedAt" FROM _migration WHERE name = ${HISTORY_MIGRATION}`,
    prisma.user.findUnique({ where: { id: userId }, select: { createdAt: true } }),
  ]);
  return migration !== undefined && user !== null && user.createdAt < new Date(migration.appliedAt);
}
