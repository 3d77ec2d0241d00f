export { isStripeError, isUnknownToStripe, requireStripe, stripeFailed } from './stripe-failure.server';
export { readStripeEvent, unsignedWebhook, type StripeEvent } from './stripe-event.server';
export {
  createStripe,
  keyNow,
  type CardPayment,
  type StripeGateway,
  type StripeSettings,
} from './stripe.server';
export type { StripeSubscription } from './subscriptions.server';
