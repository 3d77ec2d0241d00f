import type { AppDatabase, PrismaClient } from './db/app-database';
import type { UserSearch } from './db/user-search';
import type { DeferredWrites } from './db/deferred-writes.server';
import type { BodyMemoryLimiter } from './edge/body-memory-limiter.server';
import type { ApiKeys } from './server/api-keys.server';
import type { Env } from './server/env.server';
import type { Logger } from './server/logger.server';
import type { ProxyWatch } from './server/proxy-watch.server';
import type { RateLimits } from './server/rate-limits.server';
import type { Sessions } from './server/session.server';
import type { KeyedMutex } from './server/keyed-mutex.server';
import type { InFlightRequests } from './server/user-work.server';
import type { Clock } from './shared/clock';
import type { PersonalData } from './shared/personal-data';

/** Services that features need and no feature offers. */
export interface CoreServices {
  env: Env;
  log: Logger;
  /** The time of day. */
  clock: Clock;
  /** A monotonic clock for time-outs, waits and ages within this process. */
  steadyClock: Clock;
  /** The site's public URL, without a trailing slash. Never taken from a request, since links in emails use it. */
  siteUrl: () => string;

  prisma: PrismaClient;
  database: Pick<AppDatabase, 'describe' | 'backUp'>;
  userSearch: UserSearch;
  /** Records of completed actions, such as a sent mail, written later if the database is unavailable. */
  deferredWrites: DeferredWrites;

  sessions: Sessions;
  apiKeys: ApiKeys;
  inFlightRequests: InFlightRequests;
  bodyMemoryLimiter: BodyMemoryLimiter;
  rateLimits: RateLimits;
  proxyWatch: ProxyWatch;
  /** Runs work on the same payment one piece at a time. */
  paymentMutex: KeyedMutex;
  /** Hides users' names from vendors. */
  vendorKey: Buffer;
  /** Signs the unsubscribe links in mails, and makes the tokens of invitations. */
  mailKey: Buffer;
  /** Seals what queued mails need. */
  mailQueueKey: Buffer;
  /** Each feature's stored data about users, for exports and account deletion. */
  personalData: readonly PersonalData[];
}
