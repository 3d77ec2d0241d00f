import type { Subscription } from '@prisma/client';
import { canTopUp } from '~/core/shared/permissions';
import type { Actor, UserRef } from '~/core/server/session.server';
import type { SubscriptionsDeps } from './deps.server';
import { PLAN_TERMS, planName, PLANS, stateTerms } from './plan-terms';
import type { SubscriptionAnswer } from './responses';
import { syncSubscription } from './sync-subscription.server';

/** The user's newest subscription. */
export const findSubscription = (
  { prisma }: Pick<SubscriptionsDeps, 'prisma'>,
  { userId }: UserRef,
): Promise<Subscription | null> =>
  prisma.subscription.findFirst({ where: { userId }, orderBy: { createdAt: 'desc' } });

const NONE: SubscriptionAnswer = {
  status: 'None',
  label: 'None',
  description: 'You have no Team or Enterprise plan.',
  plan: null,
  seats: 0,
  periodEnd: null,
  cancelsAtPeriodEnd: false,
  payUrl: null,
  pending: null,
  needsCard: false,
  cardLast4: null,
  canChange: false,
};

/** The user's subscription. While a payment is open, it is first synced with Stripe. */
export async function readSubscription(
  services: Pick<
    SubscriptionsDeps,
    'log' | 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'
  >,
  actor: UserRef,
): Promise<SubscriptionAnswer> {
  const known = await findSubscription(services, actor);
  if (!known) return NONE;
  const isOpen = isOwed(known) || known.status === 'incomplete' || known.needsCard;
  if (isOpen && services.stripe) {
    await syncSubscription(services, known.id).catch((error: unknown) => {
      services.log.error({ err: error }, 'a subscription could not be looked up now');
    });
  }
  const now = (await findSubscription(services, actor)) ?? known;
  const { label, text, isOver = false } = stateTerms(now.status);
  return {
    status: now.status,
    label,
    description: text,
    plan: planName(now.plan),
    seats: now.seats,
    periodEnd: new Date(Number(now.periodEnd)).toISOString(),
    cancelsAtPeriodEnd: now.cancelsAtPeriodEnd,
    payUrl: await payUrlOf(services, now),
    pending: pendingOf(now),
    needsCard: now.needsCard,
    cardLast4: now.cardLast4,
    canChange: !isOver && now.status !== 'incomplete',
  };
}

/** An invoice is open: a monthly one or that of a change. */
const isOwed = ({ status, pendingUntil }: Subscription): boolean =>
  pendingUntil !== null || (stateTerms(status).isOwed ?? false);

const pendingOf = ({
  pendingPlan,
  pendingSeats,
  pendingUntil,
}: Subscription): SubscriptionAnswer['pending'] =>
  pendingUntil === null
    ? null
    : {
        plan: planName(pendingPlan ?? ''),
        seats: pendingSeats ?? 0,
        until: new Date(Number(pendingUntil)).toISOString(),
      };

/** Not stored, because such URLs expire after some weeks and the invoice may be paid. */
async function payUrlOf(
  { stripe, log }: Pick<SubscriptionsDeps, 'log' | 'stripe'>,
  subscription: Subscription,
): Promise<string | null> {
  if (!stripe || !isOwed(subscription)) return null;
  try {
    return (await stripe.subscriptions.unpaidInvoice(subscription.id))?.payUrl ?? null;
  } catch (error) {
    log.error({ err: error }, 'the open invoice of a subscription could not be looked up now');
    return null;
  }
}

/** Loads the page: the subscription, and the available plans with their price per seat. */
export async function readSubscriptionsPage(services: SubscriptionsDeps, actor: Actor) {
  const { stripe, preferences, log } = services;
  const [subscription, { PreferredTimezone: timeZone }] = await Promise.all([
    readSubscription(services, actor),
    preferences.read(actor.userId),
  ]);
  const priceIds = { team: stripe?.teamPriceId, enterprise: stripe?.enterprisePriceId };
  const plans = await Promise.all(
    PLANS.map(async (plan) => {
      const priceId = priceIds[plan];
      if (!stripe || priceId === undefined) return [];
      const seatCents = await stripe.subscriptions.unitAmountCents(priceId).catch((error: unknown) => {
        log.error({ err: error, plan }, 'the price of a plan could not be read');
        return null;
      });
      const { label, minSeats } = PLAN_TERMS[plan];
      return [{ plan, priceId, label, minSeats, seatCents }];
    }),
  );
  return {
    publishableKey: stripe?.publishableKey ?? null,
    isTestDrive: !canTopUp(actor),
    timeZone,
    subscription,
    plans: plans.flat(),
  };
}
