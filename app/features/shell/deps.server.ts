import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';

/** What the use cases of shell need, each a part of it. */
export type ShellDeps = Pick<CoreServices, 'env' | 'prisma'> &
  Pick<LedgerServices, 'ledger'> &
  PreferencesServices;
