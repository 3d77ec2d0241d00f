export { isStripeError, isUnknownToStripe, requireStripe, stripeFailedError } from './stripe-failure.server';
export { readStripeEvent, unsignedWebhookError, type StripeEvent } from './stripe-event.server';
export {
  createStripe,
  timedIdempotencyKey,
  type CardPayment,
  type StripeGateway,
  type StripeSettings,
} from './stripe.server';
export type { StripeSubscription } from './subscriptions.server';
