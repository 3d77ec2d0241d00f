import type { StripeEvent } from '~/integrations/stripe/index.server';
import type { SubscriptionsDeps } from './deps.server';
import { attachCard } from './save-card.server';
import { syncSubscription } from './sync-subscription.server';

/** Syncs after a Stripe event about a subscription or a saved card. */
export async function followStripeEvent(
  services: Pick<SubscriptionsDeps, 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'>,
  { subscriptionId, setupIntentId }: StripeEvent,
): Promise<void> {
  if (subscriptionId !== undefined) await syncSubscription(services, subscriptionId);
  if (setupIntentId !== undefined) await attachCard(services, setupIntentId);
}
