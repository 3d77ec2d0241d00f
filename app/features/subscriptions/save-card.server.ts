import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import {
  isUnknownToStripe,
  timedIdempotencyKey,
  requireStripe,
  stripeFailedError,
} from '~/integrations/stripe/index.server';
import type { SubscriptionsDeps } from './deps.server';
import type { SubscriptionAnswer } from './responses';
import { stateTerms } from './plan-terms';
import { findSubscription, readSubscription } from './read-subscription.server';
import { syncSubscription } from './sync-subscription.server';

const FAILED_TO_SAVE = 'Failed to save the card';

/** Starts saving a card for the plan's future payments; the browser confirms it with Stripe. */
export async function startCardSetup(
  services: Pick<SubscriptionsDeps, 'clock' | 'prisma' | 'stripe'>,
  actor: UserRef,
): Promise<{ clientSecret: string }> {
  const { subscriptions } = requireStripe(services);
  const known = await findSubscription(services, actor);
  const customer = await services.prisma.stripeCustomer.findUnique({ where: { userId: actor.userId } });
  if (!known || !customer || stateTerms(known.status).isOver) {
    throw new DomainError('conflict', 'You have no subscription to change.', { code: 'no_subscription' });
  }
  const { id } = known;
  const idempotencyKey = timedIdempotencyKey(services.clock, 'card', id, known.cardLast4 ?? 'first');
  try {
    const { customerId } = customer;
    return { clientSecret: await subscriptions.startCardSetup({ id, customerId, idempotencyKey }) };
  } catch (error) {
    throw stripeFailedError(error, FAILED_TO_SAVE);
  }
}

/** Makes a saved card pay for the plan. Called by webhooks and the browser; idempotent and independent of order. */
export async function attachCard(
  services: Pick<SubscriptionsDeps, 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'>,
  setupIntentId: string,
): Promise<void> {
  const { subscriptions } = requireStripe(services);
  await services.paymentMutex.run(`card:${setupIntentId}`, async () => {
    const kept = await subscriptions.attachCard(setupIntentId).catch((error: unknown) => {
      if (isUnknownToStripe(error)) return undefined;
      throw error;
    });
    if (kept) await syncSubscription(services, kept.subscriptionId);
  });
}

/** Attaches the card just saved to the user's plan. */
export async function saveCard(
  services: Pick<
    SubscriptionsDeps,
    'log' | 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'
  >,
  actor: UserRef,
  { SetupIntentId }: { SetupIntentId: string },
): Promise<SubscriptionAnswer> {
  try {
    await attachCard(services, SetupIntentId);
  } catch (error) {
    throw stripeFailedError(error, FAILED_TO_SAVE);
  }
  return readSubscription(services, actor);
}
