import { DomainError } from '~/core/shared/errors';
import type { StripeGateway } from '~/integrations/stripe/index.server';
import type { Services } from '~/services';

export const FAILED_TO_CREATE = 'Failed to create payment';

/** Stripe, or a refusal where this server has no key for it. */
export function requireStripe({ stripe }: Pick<Services, 'stripe'>): StripeGateway {
  if (stripe) return stripe;
  throw new DomainError(
    'unavailable',
    'Card payments are not set up on this server. An administrator can add credit to your account.',
    { code: 'payments_not_set_up' },
  );
}

export const noSuchPayment = (): DomainError =>
  new DomainError('not-found', 'There is no such payment.', { code: 'no_such_payment' });
