import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';

/** What the use cases of sessions need, each a part of it. */
export type SessionsDeps = Pick<CoreServices, 'clock' | 'prisma' | 'inFlightRequests'> &
  Pick<LedgerServices, 'ledger'> &
  PreferencesServices;
