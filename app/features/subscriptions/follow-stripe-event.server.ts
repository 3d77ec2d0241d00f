import type { StripeEvent } from '~/integrations/stripe/index.server';
import type { SubscriptionsDeps } from './deps.server';
import { keepCard } from './save-card.server';
import { syncSubscription } from './sync-subscription.server';

/** What an event from Stripe says of a subscription, or of a card that was saved for one. */
export async function followStripeEvent(
  services: Pick<SubscriptionsDeps, 'clock' | 'prisma' | 'sessions' | 'paymentTurns' | 'stripe' | 'ledger'>,
  { subscriptionId, setupIntentId }: StripeEvent,
): Promise<void> {
  if (subscriptionId !== undefined) await syncSubscription(services, subscriptionId);
  if (setupIntentId !== undefined) await keepCard(services, setupIntentId);
}
