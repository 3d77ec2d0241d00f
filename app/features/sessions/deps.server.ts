import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { ModerationServices } from '~/features/moderation/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';
import type { SessionSearch } from './store/session-search';

/** What sessions offers to other features. */
export interface SessionsServices {
  sessionSearch: SessionSearch;
}

/** Dependencies of the sessions use cases; each takes a part of them. */
export type SessionsDeps = Pick<CoreServices, 'clock' | 'env' | 'prisma' | 'inFlightRequests' | 'siteUrl'> &
  Pick<LedgerServices, 'ledger'> &
  Pick<ModerationServices, 'moderation'> &
  SessionsServices &
  PreferencesServices;
