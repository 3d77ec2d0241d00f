import type { Actor } from '~/core/server/session.server';
import type { SessionsDeps } from '../deps.server';
import { describeShare } from '../sharing/describe-share.server';
import type { SharedSessions, SharedSessionsQuery } from './schema';

type Deps = Pick<SessionsDeps, 'prisma' | 'clock' | 'siteUrl'>;

/** All shared sessions, newest first, and those that were switched off; without their texts. */
export async function listSharedSessions(
  deps: Deps,
  { page, pageSize }: SharedSessionsQuery,
): Promise<SharedSessions> {
  const { prisma, clock } = deps;
  const where = { OR: [{ expiresAt: { gt: new Date(clock()) } }, { disabledAt: { not: null } }] };
  const [total, rows] = await Promise.all([
    prisma.sessionShare.count({ where }),
    prisma.sessionShare.findMany({
      where,
      orderBy: [{ sharedAt: 'desc' }, { token: 'asc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
      omit: { entries: true },
      include: { session: { select: { user: { select: { email: true } } } } },
    }),
  ]);
  return {
    sessions: rows.map(({ session, ...row }) => ({
      id: row.sessionId,
      title: row.title,
      url: describeShare(deps, row).Url,
      ownerEmail: session.user.email,
      sharedAt: row.sharedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      switchedOffAt: row.disabledAt?.toISOString() ?? null,
    })),
    total,
    page,
    pageSize,
  };
}

/** The page of the shared sessions. */
export async function readSharedSessionsPage(
  services: Deps & Pick<SessionsDeps, 'preferences'>,
  actor: Actor,
  query: SharedSessionsQuery,
) {
  const [list, { PreferredTimezone: timeZone }] = await Promise.all([
    listSharedSessions(services, query),
    services.preferences.read(actor.userId),
  ]);
  return { ...list, timeZone };
}
