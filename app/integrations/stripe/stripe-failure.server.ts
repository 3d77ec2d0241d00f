import Stripe from 'stripe';
import { DomainError } from '~/core/shared/errors';
import type { StripeGateway } from './stripe.server';

/** Stripe, or a refusal where this server has no keys for it. */
export function requireStripe({ stripe }: { stripe: StripeGateway | undefined }): StripeGateway {
  if (stripe) return stripe;
  throw new DomainError(
    'unavailable',
    'Card payments are not set up on this server. An administrator can add credit to your account.',
    { code: 'payments_not_set_up' },
  );
}

/** Stripe refused, could not be reached, or did not answer in time. */
export const isStripeError = (error: unknown): boolean => error instanceof Stripe.errors.StripeError;

/** True when Stripe knows nothing by this id: it belongs to another account, or to nobody. */
export const isUnknownToStripe = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/**
 * A failure of Stripe, said in the product's words. Stripe's own message may speak of our key or its settings, so it
 * goes to the log as the cause and nowhere else.
 */
export function stripeFailed(cause: unknown, message: string): DomainError {
  if (cause instanceof DomainError) return cause;
  const isBusy = cause instanceof Stripe.errors.StripeRateLimitError;
  return new DomainError('upstream-failed', message, {
    code: 'payments_unavailable',
    cause,
    ...(isBusy ? { retryAfterSeconds: 5 } : {}),
  });
}
