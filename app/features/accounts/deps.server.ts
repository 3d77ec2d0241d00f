import type { CoreServices } from '~/core/core-services';
import type { BaiqlServices } from '~/features/baiql/index.server';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { MailsServices } from '~/features/mails/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';
import type { SignInDoor } from './authenticator.server';
import type { UserRows } from './user-rows';
import type { BackgroundTasks } from './background-tasks.server';
import type { Passwords } from './passwords.server';
import type { KnownBrowsers } from './rate-limits.server';

/** What accounts offers to other features. */
export interface AccountsServices {
  background: BackgroundTasks;
  knownBrowsers: KnownBrowsers;
  /** Seals the secrets of authenticator apps. */
  factorKey: Buffer;
  passwords: Passwords;
  /** Seals the secrets of invitations. */
  invitationKey: Buffer;
  door: SignInDoor;
  userRows: UserRows;
}

/** What the use cases of accounts need, each a part of it. */
export type AccountsDeps = Pick<
  CoreServices,
  | 'env'
  | 'log'
  | 'clock'
  | 'siteUrl'
  | 'prisma'
  | 'sessions'
  | 'inFlightRequests'
  | 'rateLimits'
  | 'paymentMutex'
  | 'deferredWrites'
  | 'personalData'
  | 'mailQueueKey'
> &
  Pick<IntegrationServices, 'signInProviders' | 'pendingSignIns' | 'mailer' | 'providers'> &
  AccountsServices &
  BaiqlServices &
  Pick<CompletionsServices, 'catalogue' | 'runningCompletions'> &
  Pick<LedgerServices, 'ledger'> &
  MailsServices &
  PreferencesServices;
