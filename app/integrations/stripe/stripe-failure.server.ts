import Stripe from 'stripe';
import { DomainError } from '~/core/shared/errors';
import type { StripeGateway } from './stripe.server';

/**
 * The Stripe client.
 * @throws DomainError if no Stripe keys are set
 */
export function requireStripe({ stripe }: { stripe: StripeGateway | undefined }): StripeGateway {
  if (stripe) return stripe;
  throw new DomainError(
    'unavailable',
    'Card payments are not set up on this server. An administrator can add credit to your account.',
    { code: 'payments_not_set_up' },
  );
}

/** Stripe returned an error, could not be reached, or timed out. */
export const isStripeError = (error: unknown): boolean => error instanceof Stripe.errors.StripeError;

/** Stripe has no object with this id, e.g. because it belongs to another account. */
export const isUnknownToStripe = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/**
 * Replaces an error of Stripe by one with our message. Stripe's own message may mention keys or settings, so it is only
 * logged, as the cause.
 */
export function stripeFailedError(cause: unknown, message: string): DomainError {
  if (cause instanceof DomainError) return cause;
  const isBusy = cause instanceof Stripe.errors.StripeRateLimitError;
  return new DomainError('upstream-failed', message, {
    code: 'payments_unavailable',
    cause,
    ...(isBusy ? { retryAfterSeconds: 5 } : {}),
  });
}
