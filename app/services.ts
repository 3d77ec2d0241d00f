import type { DocumentReader } from '@promptwell/documents';
import type { Database } from 'better-sqlite3';
import type { ProviderRegistry } from '@promptwell/ai-providers';
import type { DeferredWrites } from '~/core/db/deferred-writes.server';
import type { PrismaClient } from '~/core/db/database.server';
import type { ConnectionLock } from '~/core/db/lock.server';
import type { BodyRoom } from '~/core/edge/body-room.server';
import type { Env } from '~/core/server/env.server';
import type { Logger } from '~/core/server/logger.server';
import type { ProxyWatch } from '~/core/server/proxy-watch.server';
import type { RateLimits } from '~/core/server/rate-limits.server';
import type { Sessions } from '~/core/server/session.server';
import type { Turns } from '~/core/server/turns.server';
import type { UserWork } from '~/core/server/user-work.server';
import type { Clock } from '~/core/shared/clock';
import type { PersonalData } from '~/core/shared/personal-data';
import type { Background, KnownBrowsers, Passwords } from '~/features/accounts/index.server';
import type { Baiql } from '~/features/baiql/index.server';
import type { Catalogue, RunningCalls, SettledCompletion } from '~/features/completions/index.server';
import type { ContentStore } from '~/features/generator/index.server';
import type { DocsStore } from '~/features/docs/index.server';
import type { Bookings, Ledger, LedgerReports } from '~/features/ledger/index.server';
import type { ProviderKeys } from '~/features/models/index.server';
import type { MailComposers } from '~/features/mails/index.server';
import type { Moderation } from '~/features/moderation/index.server';
import type { Stats } from '~/features/operations/index.server';
import type { PreferencesStore } from '~/features/preferences/index.server';
import type { Seats } from '~/features/teams/index.server';
import type { Google } from '~/integrations/google/index.server';
import type { Mailer } from '~/integrations/mail/index.server';
import type { StripeEvent, StripeGateway } from '~/integrations/stripe/index.server';

/** The dependencies of every use case, created once at boot. A use case takes `(services, actor, input)`. */
export interface Services {
  env: Env;
  log: Logger;
  /** The time of day. */
  clock: Clock;
  /** For time-outs, waits and ages in this process: a clock that nobody sets. */
  steadyClock: Clock;
  /** The site's public URL, without a trailing slash. Never taken from a request, since links in emails use it. */
  siteUrl: () => string;

  prisma: PrismaClient;
  connection: Database;
  lock: ConnectionLock;
  ledger: Ledger;
  bookings: Bookings;
  ledgerReports: LedgerReports;
  seats: Seats;
  stats: Stats;

  sessions: Sessions;
  userWork: UserWork;
  bodyRoom: BodyRoom;
  rateLimits: RateLimits;
  proxyWatch: ProxyWatch;
  passwords: Passwords;
  knownBrowsers: KnownBrowsers;
  preferences: PreferencesStore;
  mailer: Mailer;
  /** Hides users' names from vendors. */
  vendorKey: Buffer;
  /** Signs the unsubscribe links in mails, and makes the tokens of invitations. */
  mailKey: Buffer;
  /** Seals what queued mails need. */
  mailQueueKey: Buffer;
  /** How each kind of queued mail is made, listed by the feature that it belongs to. */
  mailComposers: MailComposers;
  /** Undefined when Google sign-in isn't configured. */
  google: Google | undefined;
  /** Undefined when Stripe isn't configured. */
  stripe: StripeGateway | undefined;
  /** Runs work on the same payment one piece at a time. */
  paymentTurns: Turns;
  background: Background;
  /** Writes that say what has happened already, such as that a mail was sent: made later when they can't be made now. */
  deferredWrites: DeferredWrites;
  /** What each feature stores about users, for exports and account deletion. */
  personalData: readonly PersonalData[];

  content: ContentStore;
  docs: DocsStore;
  catalogue: Catalogue;
  providers: ProviderRegistry;
  providerKeys: ProviderKeys;
  runningCalls: RunningCalls;
  moderation: Moderation;
  /** After each completion of a client's: what other features do about it. */
  onCompletionSettled: (completion: SettledCompletion) => Promise<void>;
  /** After payments handled an event: what other features do about it. */
  onStripeEvent: (event: StripeEvent) => Promise<void>;
  /** Reads files attached to prompts; BAIQL has its own readers. */
  documents: DocumentReader;
  baiql: Baiql;
}
