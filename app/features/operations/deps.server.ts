import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { Stats } from './stats.server';

/** Services that operations offers to other features. */
export interface OperationsServices {
  stats: Stats;
}

/** Dependencies of the operations use cases; each takes a part of them. */
export type OperationsDeps = Pick<CoreServices, 'env' | 'log' | 'clock' | 'prisma' | 'database'> &
  Pick<LedgerServices, 'ledger' | 'bookings'> &
  OperationsServices;
