import type { CoreServices } from '~/core/core-services';
import type { AccountsServices } from '~/features/accounts/index.server';
import type { BaiqlServices } from '~/features/baiql/index.server';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { GeneratorServices } from '~/features/generator/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { MailsServices } from '~/features/mails/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** Dependencies of the dashboard use cases; each takes a part of them. */
export type DashboardDeps = Pick<
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
  GeneratorServices &
  Pick<LedgerServices, 'ledger'> &
  MailsServices &
  PreferencesServices;
