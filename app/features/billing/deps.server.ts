import type { CoreServices } from '~/core/core-services';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** What the use cases of billing need, each a part of it. */
export type BillingDeps = Pick<CoreServices, 'log' | 'clock' | 'prisma' | 'sessions' | 'inFlightRequests'> &
  Pick<IntegrationServices, 'providers'> &
  Pick<CompletionsServices, 'catalogue'> &
  Pick<LedgerServices, 'ledger'> &
  PreferencesServices;
