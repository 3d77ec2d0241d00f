import type { CoreServices } from '~/core/core-services';
import type { LedgerServices } from '~/features/ledger/index.server';
import type { IntegrationServices } from '~/integrations/integration-services';
import type { StripeEvent } from '~/integrations/stripe/index.server';

/** Services that payments offers to other features. */
export interface PaymentsServices {
  /** After payments handled an event: what other features do about it. */
  onStripeEvent: (event: StripeEvent) => Promise<void>;
}

/** Dependencies of the payments use cases; each takes a part of them. */
export type PaymentsDeps = Pick<CoreServices, 'log' | 'clock' | 'prisma' | 'sessions' | 'paymentMutex'> &
  Pick<IntegrationServices, 'stripe'> &
  Pick<LedgerServices, 'ledger'> &
  PaymentsServices;
