import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';

/** Dependencies of the sessions use cases; each takes a part of them. */
export type SessionsDeps = Pick<CoreServices, 'clock' | 'prisma' | 'inFlightRequests'> &
  Pick<LedgerServices, 'ledger'> &
  PreferencesServices;
