import { MINUTE_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import { fullName } from '~/core/shared/full-name';
import { canTopUp } from '~/core/shared/permissions';
import type { Actor, UserRef } from '~/core/server/session.server';
import {
  timedIdempotencyKey,
  requireStripe,
  stripeFailedError,
  type StripeGateway,
} from '~/integrations/stripe/index.server';
import type { SubscriptionsDeps } from './deps.server';
import { choosePlan, planOfPrice } from './choose-plan.server';
import { stateTerms } from './plan-terms';
import { findSubscription, readSubscription } from './read-subscription.server';
import type { ChangedSubscription, ChangePreviewAnswer, SubscriptionAnswer } from './responses';
import type { PlanChoiceInput, PlanUpdateInput } from './schema';
import { syncSubscription } from './sync-subscription.server';

type Deps = Pick<
  SubscriptionsDeps,
  'log' | 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'
>;

const PREVIEW_TTL_MS = 30 * MINUTE_MS;

/** Starts a subscription, or continues the first payment of one already started. */
export async function startSubscription(
  services: Pick<SubscriptionsDeps, 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'>,
  actor: Actor,
  input: PlanChoiceInput,
): Promise<{ clientSecret: string | null }> {
  const stripe = requireStripe(services);
  if (!canTopUp(actor)) {
    throw new DomainError('forbidden', 'Test-drive accounts can’t subscribe. Please contact an admin.', {
      code: 'test_drive',
    });
  }
  const { plan, priceId, seats } = choosePlan(stripe, input);
  await assertNotTeamMember(services, actor);
  return wrapStripeErrors('Failed to create', () =>
    services.paymentMutex.run(`subscribe:${actor.userId}`, async () => {
      const begun = await findSubscription(services, actor);
      if (begun?.status === 'incomplete') await syncSubscription(services, begun.id);
      const known = await findSubscription(services, actor);
      if (known && !stateTerms(known.status).isOver) {
        if (known.status !== 'incomplete') throw alreadySubscribed();
        const open = await stripe.subscriptions.read(known.id);
        if (open.status !== 'incomplete') {
          // Just paid in another tab: canceling now would waste the payment.
          await syncSubscription(services, known.id);
          throw alreadySubscribed();
        }
        const isSame = planOfPrice(stripe, open.priceId) === plan && open.seats === seats;
        if (isSame && open.clientSecret !== null) return { clientSecret: open.clientSecret };
        // Another plan or number of seats: the first payment was for something else.
        await stripe.subscriptions.cancelNow(known.id);
        await syncSubscription(services, known.id);
      }
      const number = await services.prisma.subscription.count({ where: { userId: actor.userId } });
      const { id, status, clientSecret } = await stripe.subscriptions.create({
        customerId: await findOrCreateCustomer(services, actor),
        priceId,
        seats,
        idempotencyKey: timedIdempotencyKey(
          services.clock,
          'subscription',
          actor.userId,
          priceId,
          seats,
          number,
        ),
      });
      await syncSubscription(services, id);
      // Nothing is due, because of credit or a trial: the subscription is active.
      if (stateTerms(status).isOn) return { clientSecret: null };
      if (clientSecret === null) throw new Error(`Stripe gave no client secret for ${id}.`);
      return { clientSecret };
    }),
  );
}

/** Previews the cost of another plan or number of seats for the rest of the month. Changes nothing. */
export async function previewChange(
  services: Pick<SubscriptionsDeps, 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'>,
  actor: UserRef,
  input: PlanChoiceInput,
): Promise<ChangePreviewAnswer> {
  const stripe = requireStripe(services);
  const { id, seats } = await requireSubscription(services, actor);
  const { priceId, seats: wanted } = choosePlan(stripe, input, seats);
  return syncOnFailure(services, actor, 'Failed to update', async () => {
    await assertPaid(stripe, id);
    return stripe.subscriptions.preview(id, { priceId, seats: wanted, nowMs: services.clock() });
  });
}

/** Takes effect when paid: until the bank has confirmed, the plan is unchanged. A declined card changes nothing. */
export async function updateSubscription(
  services: Deps,
  actor: UserRef,
  { ProrationDate, ...input }: PlanUpdateInput,
): Promise<ChangedSubscription> {
  const stripe = requireStripe(services);
  const { id, seats } = await requireSubscription(services, actor);
  const choice = choosePlan(stripe, input, seats);
  await assertEnoughSeats(services, actor, choice.seats);
  const isRecent =
    ProrationDate !== undefined && Math.abs(services.clock() - ProrationDate * 1000) <= PREVIEW_TTL_MS;
  const { priceId, seats: wanted } = choice;
  const change = { priceId, seats: wanted, prorationDate: isRecent ? ProrationDate : undefined };
  return syncOnFailure(services, actor, 'Failed to update', () =>
    services.paymentMutex.run(`change:${id}`, async () => {
      await assertPaid(stripe, id);
      const payment = await stripe.subscriptions.change(id, change);
      if (payment?.declined !== undefined) {
        await stripe.subscriptions.cancelPendingChange(payment.invoiceId);
        await syncSubscription(services, id);
        throw declined(payment.declined);
      }
      await syncSubscription(services, id);
      const clientSecret = payment?.status === 'requires_action' ? payment.clientSecret : null;
      return { ...(await readSubscription(services, actor)), clientSecret };
    }),
  );
}

/** Discards a change that is waiting for its payment. If it has been paid in the meantime, it stays. */
export async function discardChange(services: Deps, actor: UserRef): Promise<SubscriptionAnswer> {
  const stripe = requireStripe(services);
  const { id } = await requireSubscription(services, actor);
  return syncOnFailure(services, actor, 'Failed to update', () =>
    services.paymentMutex.run(`change:${id}`, async () => {
      const { pending } = await stripe.subscriptions.read(id);
      if (pending) await stripe.subscriptions.cancelPendingChange(pending.invoiceId);
      await syncSubscription(services, id);
      return readSubscription(services, actor);
    }),
  );
}

/** Cancels at the end of the paid period. */
export async function cancelSubscription(services: Deps, actor: UserRef): Promise<SubscriptionAnswer> {
  const stripe = requireStripe(services);
  const { id } = await requireSubscription(services, actor);
  return syncOnFailure(services, actor, 'Failed to cancel', async () => {
    await stripe.subscriptions.cancelAtPeriodEnd(id);
    await syncSubscription(services, id);
    return readSubscription(services, actor);
  });
}

/** Reverses a cancellation before the plan has ended. */
export async function resumeSubscription(services: Deps, actor: UserRef): Promise<SubscriptionAnswer> {
  const stripe = requireStripe(services);
  const { id, cancelsAtPeriodEnd } = await requireSubscription(services, actor);
  if (!cancelsAtPeriodEnd) return readSubscription(services, actor);
  return syncOnFailure(services, actor, 'Failed to resume', async () => {
    await stripe.subscriptions.resume(id);
    await syncSubscription(services, id);
    return readSubscription(services, actor);
  });
}

/** A change gives credit for the rest of the month, so the month must be paid first. */
async function assertPaid({ subscriptions }: StripeGateway, id: string): Promise<void> {
  const { pending } = await subscriptions.read(id);
  if (pending) {
    throw new DomainError('conflict', 'Your last change is waiting for payment. Pay or discard it first.', {
      code: 'change_pending',
    });
  }
  if (!(await subscriptions.unpaidInvoice(id))) return;
  throw new DomainError('conflict', 'Your plan has an unpaid invoice. Pay it first, then change your plan.', {
    code: 'invoice_open',
  });
}

/** Lowering the number of seats must not remove members implicitly: they are removed first, by name. */
async function assertEnoughSeats(services: Deps, { userId }: UserRef, seats: number): Promise<void> {
  const people = 1 + (await services.prisma.teamMember.count({ where: { team: { userId } } }));
  if (people <= seats) return;
  throw new DomainError(
    'conflict',
    `Your team has ${String(people)} people. Remove ${String(people - seats)} of them first, or keep ${String(people)} seats.`,
    { code: 'seats_taken' },
  );
}

/** A user can be in only one team, and a plan creates a team. */
async function assertNotTeamMember(
  { prisma }: Pick<SubscriptionsDeps, 'prisma'>,
  { userId }: UserRef,
): Promise<void> {
  const membership = await prisma.teamMember.findUnique({ where: { userId }, include: { team: true } });
  if (!membership) return;
  throw new DomainError(
    'conflict',
    `You’re on ${membership.team.name}. Leave it before you start a plan of your own.`,
    { code: 'already_in_team' },
  );
}

async function requireSubscription(services: Pick<SubscriptionsDeps, 'prisma'>, actor: UserRef) {
  const known = await findSubscription(services, actor);
  if (known && !stateTerms(known.status).isOver && known.status !== 'incomplete') return known;
  throw new DomainError('conflict', 'You have no subscription to change.', { code: 'no_subscription' });
}

/** Creates a new customer if the stored one was deleted at Stripe or belongs to other keys. */
async function findOrCreateCustomer(
  services: Pick<SubscriptionsDeps, 'clock' | 'prisma' | 'stripe'>,
  actor: Actor,
): Promise<string> {
  const { prisma, clock } = services;
  const { userId, email } = actor;
  const { subscriptions } = requireStripe(services);
  const known = await prisma.stripeCustomer.findUnique({ where: { userId } });
  if (known && (await subscriptions.userOfCustomer(known.customerId)) === userId) return known.customerId;
  const idempotencyKey = timedIdempotencyKey(clock, 'customer', userId, known?.customerId ?? 'first');
  const person = { email, name: fullName(actor), userId, idempotencyKey };
  const customerId = await subscriptions.createCustomer(person);
  const row = { userId, customerId };
  await prisma.stripeCustomer.upsert({ where: { userId }, create: row, update: row });
  return customerId;
}

/**
 * Syncs after a failure, because the subscription may have ended at Stripe: then that is the error, and the page shows
 * it.
 */
async function syncOnFailure<T>(
  services: Pick<SubscriptionsDeps, 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'>,
  actor: UserRef,
  failure: string,
  work: () => Promise<T>,
): Promise<T> {
  const { id } = await requireSubscription(services, actor);
  return wrapStripeErrors(failure, async () => {
    try {
      return await work();
    } catch (error) {
      await syncSubscription(services, id);
      await requireSubscription(services, actor);
      throw error;
    }
  });
}

const wrapStripeErrors = <T>(failure: string, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw stripeFailedError(error, failure);
  });

const declined = (reason: string): DomainError =>
  new DomainError('payment-required', `${reason} Your plan hasn’t changed, and nothing was charged.`, {
    code: 'card_declined',
  });

const alreadySubscribed = (): DomainError =>
  new DomainError('conflict', 'You already have a subscription. Update it instead.', {
    code: 'already_subscribed',
  });
