import type { Clock } from '~/core/shared/clock';
import type { PrismaClient } from '~/core/db/database.server';
import type { Logger } from '~/core/server/logger.server';
import type { RateLimits } from '~/core/server/rate-limits.server';
import type { Sessions } from '~/core/server/session.server';
import type { Ledger } from '~/features/ledger/index.server';
import type { PreferencesStore } from '~/features/preferences/index.server';
import type { Google } from '~/integrations/google/index.server';
import type { Mailer } from '~/integrations/mail/index.server';
import type { Background } from './background.server';
import type { KnownBrowsers } from './known-browsers.server';
import type { Passwords } from './passwords.server';
import type { PersonalData } from './personal-data';

/** What the account use cases work with; each takes the part it needs. */
export interface Accounts {
  prisma: PrismaClient;
  clock: Clock;
  log: Logger;
  ledger: Pick<Ledger, 'credit'>;
  mailer: Mailer;
  sessions: Sessions;
  preferences: PreferencesStore;
  limits: RateLimits;
  passwords: Passwords;
  knownBrowsers: KnownBrowsers;
  background: Background;
  /** Undefined when no Google client is set up. */
  google: Google | undefined;
  /** What the other features keep about people. */
  personalData: readonly PersonalData[];
  /** The public address of this site, without a slash at the end. Never taken from a request: links in mails use it. */
  siteUrl: () => string;
}

/** Where a request came from, for limits and for the list of sessions. */
export interface Visitor {
  address: string;
  userAgent?: string | undefined;
  /** The secret of a browser that signed in before, if it has one. */
  knownBrowser?: string | undefined;
}
