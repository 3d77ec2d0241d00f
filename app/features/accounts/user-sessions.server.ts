import { DomainError } from '~/core/shared/errors';
import type { Message } from '~/core/shared/message';
import type { Actor } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import { forgetRememberedBrowsers } from './second-factor/remembered-browsers.server';
import type { ShownSession } from './components/session-list';

interface ListedSession {
  id: string;
  kind: string;
  /** The User-Agent header. */
  userAgent: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  isThisOne: boolean;
}

/** The user's active sessions, most recently used first. */
export async function listSessions(
  { prisma, clock }: Pick<AccountsDeps, 'clock' | 'prisma'>,
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

/** Order matters: user agents include the names of other browsers. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox/, 'Firefox'],
  [/Chrome|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (table: typeof BROWSERS, text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox on Linux", or the start of the header where it is neither. */
export function describeUserAgent(userAgent: string): string {
  const known = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)].filter(Boolean).join(' on ');
  return known || userAgent.slice(0, 60) || 'Unknown';
}

/** A session as text. `showDate` formats a time in the user's time zone. */
export function describeSession(session: ListedSession, showDate: (iso: string) => string): ShownSession {
  const browser = describeUserAgent(session.userAgent);
  return {
    id: session.id,
    title: session.kind === 'bearer' ? `Script (${browser})` : browser,
    detail: `Last used ${showDate(session.lastSeenAt)}`,
    isThisOne: session.isThisOne,
  };
}

/** Ends one of the user's sessions; those of others are not found. */
export async function endSession(
  { prisma, sessions }: Pick<AccountsDeps, 'prisma' | 'sessions'>,
  actor: Actor,
  { sessionId }: { sessionId: string },
): Promise<Message> {
  const own = await prisma.session.count({ where: { id: sessionId, userId: actor.userId } });
  if (own === 0)
    throw new DomainError('not-found', 'That session has already ended.', { code: 'no_such_session' });
  await sessions.end(sessionId);
  return { message: 'Logged out.' };
}

/** Logs out all other browsers and scripts of the user. */
export async function endOtherSessions(
  { prisma, sessions }: Pick<AccountsDeps, 'prisma' | 'sessions'>,
  actor: Actor,
): Promise<Message> {
  await forgetRememberedBrowsers({ prisma }, actor.userId);
  await sessions.endAll(actor.userId, { except: actor.sessionId });
  return { message: 'Logged out everywhere else.' };
}
