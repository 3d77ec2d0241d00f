import type { CoreServices } from '~/core/core-services';
import type { CompletionsServices } from '~/features/completions/index.server';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** Dependencies of the billing use cases; each takes a part of them. */
export type BillingDeps = Pick<CoreServices, 'log' | 'clock' | 'prisma' | 'sessions' | 'inFlightRequests'> &
  Pick<IntegrationServices, 'providers'> &
  Pick<CompletionsServices, 'catalogue'> &
  Pick<LedgerServices, 'ledger'> &
  PreferencesServices;
