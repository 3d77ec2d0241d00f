import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';

/** Dependencies of the notifications use cases; each takes a part of them. */
export type NotificationsDeps = Pick<CoreServices, 'log' | 'clock' | 'siteUrl' | 'prisma' | 'mailKey'> &
  Pick<IntegrationServices, 'stripe'> &
  Pick<LedgerServices, 'ledger'> &
  PreferencesServices;
