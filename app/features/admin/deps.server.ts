import type { CoreServices } from '~/core/core-services';
import type { BaiqlServices } from '~/features/baiql/index.server';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { OperationsServices } from '~/features/operations/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** Dependencies of the admin use cases; each takes a part of them. */
export type AdminDeps = Pick<
  CoreServices,
  | 'env'
  | 'log'
  | 'clock'
  | 'siteUrl'
  | 'prisma'
  | 'userSearch'
  | 'sessions'
  | 'inFlightRequests'
  | 'paymentMutex'
> &
  Pick<IntegrationServices, 'stripe' | 'providers'> &
  BaiqlServices &
  Pick<CompletionsServices, 'catalogue' | 'runningCompletions'> &
  Pick<LedgerServices, 'ledger' | 'ledgerReports'> &
  OperationsServices &
  PreferencesServices;
