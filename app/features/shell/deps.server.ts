import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { PreferencesServices } from '~/features/preferences/index.server';

/** Dependencies of the shell use cases; each takes a part of them. */
export type ShellDeps = Pick<CoreServices, 'env' | 'prisma'> &
  Pick<LedgerServices, 'ledger'> &
  PreferencesServices;
