export { isStripeError, isUnknownToStripe, stripeFailed } from './stripe-failure.server';
export { readStripeEvent, type StripeEvent } from './stripe-event.server';
export {
  createStripe,
  type CardPayment,
  type NewPayment,
  type StripeGateway,
  type StripeSettings,
} from './stripe.server';
