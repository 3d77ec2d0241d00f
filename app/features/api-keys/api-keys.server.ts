import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  isWellFormedApiKey,
  prefixOfApiKey,
  type ApiKeys,
  type KeyLimits,
} from '~/core/server/api-keys.server';
import type { Logger } from '~/core/server/logger.server';
import { hashSecret, type Actor } from '~/core/server/session.server';
import { MINUTE_MS, type Clock } from '~/core/shared/clock';
import { keysForbidden } from '~/core/shared/api-keys';
import { parseRoles, planOf } from '~/core/shared/permissions';
import type { PrismaClient } from '~/core/db/app-database';
import type { Ledger } from '~/features/ledger/index.server';
import type { KeyRow, KeyRows } from './key-rows';
import { denialOfKeys } from './key-policy';
import { cachedKeyPolicy } from './key-policy.server';
import { readModels, readPermissions } from './stored-key.server';

const CACHED_KEYS = 10_000;

interface CachedKey {
  actor: Actor;
  limits: KeyLimits;
  secretHash: Buffer;
  expiresAtMs: number;
  usedAtMs: number;
}

interface Deps {
  rows: KeyRows;
  prisma: PrismaClient;
  ledger: Pick<Ledger, 'balance'>;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}

/**
 * API keys with an in-memory cache. Only this process changes keys and users, and it invalidates the cache when it
 * does.
 */
export function createApiKeys({ rows, prisma, ledger, clock, log }: Deps): ApiKeys {
  const cache = new LRUCache<string, CachedKey>({ max: CACHED_KEYS });
  /** Ids by the hash of the whole secret, which never changes. */
  const ids = new LRUCache<string, string>({ max: CACHED_KEYS });
  const policy = cachedKeyPolicy(prisma);
  let invalidations = 0;

  async function load(read: () => Promise<KeyRow | undefined>): Promise<CachedKey | undefined> {
    const before = invalidations;
    const row = await read();
    if (!row) return undefined;
    const key = cachedKey(row);
    if (before === invalidations) cache.set(key.actor.apiKey?.id ?? row.id, key);
    return key;
  }

  const current = (id: string): Promise<CachedKey | undefined> | CachedKey =>
    cache.get(id) ?? load(() => rows.byId(id));

  async function findBySecret(secret: string): Promise<CachedKey | undefined> {
    const hash = hashSecret(secret);
    const id = ids.get(hash);
    if (id !== undefined) return current(id);
    const key = await load(() => rows.byPrefix(prefixOfApiKey(secret)));
    if (!key || !timingSafeEqual(key.secretHash, Buffer.from(hash, 'hex'))) return undefined;
    if (key.actor.apiKey) ids.set(hash, key.actor.apiKey.id);
    return key;
  }

  const isExpired = ({ expiresAtMs }: CachedKey): boolean => expiresAtMs <= clock();

  async function denialFor({ userId, roles }: Pick<Actor, 'userId' | 'roles'>): Promise<string | undefined> {
    const current = await policy.current();
    // Only the Free plan follows from the balance.
    const plan = current.forbiddenFor.includes('free') ? planOf(roles, await ledger.balance(userId)) : 'pro';
    return denialOfKeys(current, { roles, plan });
  }

  /** Not awaited: a request must not wait, or fail, because of it. */
  function recordUse(id: string, key: CachedKey): void {
    const nowMs = clock();
    if (Math.abs(nowMs - key.usedAtMs) < MINUTE_MS) return;
    key.usedAtMs = nowMs;
    rows.setUsed(id, nowMs).catch((err: unknown) => {
      log.warn({ err, apiKeyId: id }, 'the last use of an API key was not written');
    });
  }

  return {
    find: async (secret) => {
      const key = isWellFormedApiKey(secret) ? await findBySecret(secret) : undefined;
      if (!key || isExpired(key)) return undefined;
      if (key.actor.apiKey) recordUse(key.actor.apiKey.id, key);
      return { ...key.actor }; // a new object per request, as InFlightRequests identifies requests by it
    },
    limitsOf: async (apiKeyId) => {
      const key = await current(apiKeyId);
      if (!key || isExpired(key)) return undefined;
      const denial = await denialFor(key.actor);
      if (denial !== undefined) throw keysForbidden(denial);
      return key.limits;
    },
    denialFor,
    forgetPolicy: policy.invalidate,
    forget: (apiKeyId) => {
      invalidations += 1; // keeps concurrent lookups from caching what they read before
      cache.delete(apiKeyId);
    },
    forgetUser: (userId) => {
      invalidations += 1;
      for (const [id, { actor }] of cache.entries()) if (actor.userId === userId) cache.delete(id);
    },
  };
}

const timeOf = (stored: string): number => new Date(stored).getTime();

function cachedKey(row: KeyRow): CachedKey {
  const models = readModels(row.models);
  return {
    actor: {
      userId: row.userId,
      email: row.email,
      firstName: row.firstName,
      lastName: row.lastName,
      roles: parseRoles(row.roles?.split(',') ?? []),
      sessionId: row.id,
      via: 'api-key',
      registrationDate: new Date(row.userCreatedAt).toISOString(),
      lastLoginDate: row.lastLoginAt === null ? null : new Date(row.lastLoginAt).toISOString(),
      apiKey: {
        id: row.id,
        name: row.name,
        permissions: readPermissions(row.permissions),
        models,
        requestsPerMinute: row.requestsPerMinute === null ? null : Number(row.requestsPerMinute),
      },
    },
    limits: {
      models,
      monthlyCapMicroUsd: row.monthlyCap,
      perRequestCapMicroUsd: row.perRequestCap,
    },
    secretHash: Buffer.from(row.secretHash, 'hex'),
    expiresAtMs: row.expiresAt === null ? Infinity : timeOf(row.expiresAt),
    usedAtMs: row.lastUsedAt === null ? -Infinity : timeOf(row.lastUsedAt),
  };
}
