import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { Stats } from './stats.server';

/** What operations offers to other features. */
export interface OperationsServices {
  stats: Stats;
}

/** What the use cases of operations need, each a part of it. */
export type OperationsDeps = Pick<CoreServices, 'env' | 'log' | 'clock' | 'prisma'> &
  Pick<LedgerServices, 'ledger' | 'bookings'> &
  OperationsServices;
