import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';

/** Dependencies of the feedback use cases; each takes a part of them. */
export type FeedbackDeps = Pick<CoreServices, 'clock' | 'prisma'> &
  Pick<LedgerServices, 'ledger' | 'ledgerReports'> &
  PreferencesServices;
