export {
  cancelSubscription,
  discardChange,
  previewChange,
  resumeSubscription,
  startSubscription,
  updateSubscription,
} from './change-subscription.server';
export { checkSubscriptions, endPlansOfSuspended } from './check-subscriptions.server';
export { followStripeEvent } from './follow-stripe-event.server';
export { subscriptionData } from './personal-data.server';
export { readSubscription, readSubscriptionsPage } from './read-subscription.server';
export { startCardSetup, saveCard } from './save-card.server';
export { syncSubscription } from './sync-subscription.server';
export * from './responses';
export * from './schema';
