import { LRUCache } from 'lru-cache';
import type { ApiKeys } from '~/core/server/api-keys.server';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '~/core/shared/clock';
import type { PrismaClient } from '~/core/db/app-database';
import { parseRoles } from '~/core/shared/permissions';
import {
  hashSecret,
  newSecret,
  SESSION_DAYS,
  type Actor,
  type SessionKind,
  type Sessions,
} from '~/core/server/session.server';
import { hasSecondFactor, readRequiredRoles } from './second-factor/required-roles.server';

/** Idle timeout of browser sessions without “Remember me”. */
const IDLE_MS = 12 * HOUR_MS;
const LONG_MS = SESSION_DAYS * DAY_MS;
/** Sessions are renewed in the database at most this often. */
const RENEW_AFTER_MS = 5 * MINUTE_MS;
const CACHED_SESSIONS = 10_000;
const MAX_USER_AGENT = 300;

interface CachedSession {
  actor: Actor;
  expiresAtMs: number;
  renewedAtMs: number;
  slides: boolean;
}

interface SessionDeps {
  prisma: PrismaClient;
  clock: Clock;
  /** Told when a user changes, since they hold the user as well. */
  apiKeys: Pick<ApiKeys, 'forgetUser'>;
}

/**
 * Sessions in the database, with an in-memory cache, so that API calls need no query. Only this process ends sessions
 * or changes users, and it invalidates the cache when it does.
 */
export function createSessions({ prisma, clock, apiKeys }: SessionDeps): Sessions {
  const cache = new LRUCache<string, CachedSession>({ max: CACHED_SESSIONS });
  let invalidations = 0;

  const drop = (isMeant: (session: CachedSession) => boolean): void => {
    invalidations += 1; // keeps concurrent lookups from caching what they read before
    for (const [hash, session] of cache.entries()) if (isMeant(session)) cache.delete(hash);
  };

  async function load(tokenHash: string, kind: SessionKind): Promise<CachedSession | undefined> {
    const before = invalidations;
    const row = await prisma.session.findUnique({
      where: { tokenHash },
      include: {
        user: {
          include: {
            roles: true,
            authenticator: { select: { enabledAt: true } },
            passkeys: { take: 1, orderBy: { createdAt: 'asc' } },
          },
        },
      },
    });
    if (row?.kind !== kind || row.user.suspendedAt || row.user.deletedAt) return undefined;
    const roles = parseRoles(row.user.roles.map(({ role }) => role));
    const requiredRoles = await readRequiredRoles({ prisma });
    const session: CachedSession = {
      actor: {
        userId: row.userId,
        email: row.user.email,
        firstName: row.user.firstName,
        lastName: row.user.lastName,
        roles,
        sessionId: row.id,
        via: kind,
        registrationDate: row.user.createdAt.toISOString(),
        lastLoginDate: row.user.lastLoginAt?.toISOString() ?? null,
        mustSetUpSecondFactor:
          roles.some((role) => requiredRoles.includes(role)) && !hasSecondFactor(row.user),
      },
      expiresAtMs: row.expiresAt.getTime(),
      renewedAtMs: row.lastSeenAt.getTime(),
      slides: kind === 'cookie' && !row.remember,
    };
    if (before === invalidations) cache.set(tokenHash, session);
    return session;
  }

  async function renew(session: CachedSession, nowMs: number): Promise<void> {
    session.renewedAtMs = nowMs;
    if (session.slides) session.expiresAtMs = nowMs + IDLE_MS;
    await prisma.session.updateMany({
      where: { id: session.actor.sessionId },
      data: { lastSeenAt: new Date(nowMs), expiresAt: new Date(session.expiresAtMs) },
    });
  }

  return {
    start: async ({ userId, kind, remember = false, userAgent = '' }) => {
      const token = newSecret();
      const nowMs = clock();
      const expiresAtMs = nowMs + (kind === 'bearer' || remember ? LONG_MS : IDLE_MS);
      const { id } = await prisma.session.create({
        data: {
          tokenHash: hashSecret(token),
          userId,
          kind,
          remember,
          userAgent: userAgent.slice(0, MAX_USER_AGENT),
          createdAt: new Date(nowMs),
          lastSeenAt: new Date(nowMs),
          expiresAt: new Date(expiresAtMs),
        },
      });
      return { token, sessionId: id, expiresAtMs };
    },
    find: async (token, kind) => {
      const tokenHash = hashSecret(token);
      const session = cache.get(tokenHash) ?? (await load(tokenHash, kind));
      if (session?.actor.via !== kind) return undefined;
      const nowMs = clock();
      if (session.expiresAtMs <= nowMs) return undefined;
      // Checks both directions: if the clock was ahead when a session was renewed, its expiry is corrected.
      if (Math.abs(nowMs - session.renewedAtMs) > RENEW_AFTER_MS) await renew(session, nowMs);
      return { ...session.actor }; // a new object per request, as InFlightRequests identifies requests by it
    },
    end: async (sessionId) => {
      await prisma.session.deleteMany({ where: { id: sessionId } });
      drop((session) => session.actor.sessionId === sessionId);
    },
    endAll: async (userId, { except } = {}) => {
      await prisma.session.deleteMany({
        where: { userId, ...(except === undefined ? {} : { id: { not: except } }) },
      });
      drop(({ actor }) => actor.userId === userId && actor.sessionId !== except);
      apiKeys.forgetUser(userId);
    },
    forget: (userId) => {
      drop(({ actor }) => actor.userId === userId);
      apiKeys.forgetUser(userId);
    },
    forgetAll: () => drop(() => true),
    sweep: async () => {
      await prisma.session.deleteMany({ where: { expiresAt: { lte: new Date(clock()) } } });
      drop(({ expiresAtMs }) => expiresAtMs <= clock());
    },
  };
}
