import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';

/** What the use cases of feedback need, each a part of it. */
export type FeedbackDeps = Pick<CoreServices, 'clock' | 'prisma'> &
  Pick<LedgerServices, 'ledger' | 'ledgerReports'> &
  PreferencesServices;
