import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { MailsServices } from '~/features/mails/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** Dependencies of the teams use cases; each takes a part of them. */
export type TeamsDeps = Pick<
  CoreServices,
  | 'env'
  | 'log'
  | 'clock'
  | 'siteUrl'
  | 'prisma'
  | 'sessions'
  | 'rateLimits'
  | 'paymentMutex'
  | 'deferredWrites'
  | 'mailKey'
  | 'mailQueueKey'
> &
  Pick<IntegrationServices, 'mailer' | 'stripe'> &
  Pick<LedgerServices, 'ledger'> &
  MailsServices &
  PreferencesServices;
