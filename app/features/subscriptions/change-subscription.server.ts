import { DomainError } from '~/core/shared/errors';
import { fullName } from '~/core/shared/full-name';
import { canTopUp } from '~/core/shared/permissions';
import type { Actor, UserRef } from '~/core/server/session.server';
import { keyNow, requireStripe, stripeFailed } from '~/integrations/stripe/index.server';
import type { Services } from '~/services';
import { choosePlan, planOfPrice } from './choose-plan.server';
import { stateTerms } from './plan-terms';
import { findSubscription, readSubscription } from './read-subscription.server';
import type { ChangePreviewAnswer, SubscriptionAnswer } from './answers';
import type { PlanChoiceInput } from './schema';
import { syncSubscription } from './sync-subscription.server';

/** Begins a subscription, or goes on with the first payment of one that was begun. */
export async function startSubscription(
  services: Services,
  actor: Actor,
  input: PlanChoiceInput,
): Promise<{ clientSecret: string }> {
  const stripe = requireStripe(services);
  if (!canTopUp(actor)) {
    throw new DomainError('forbidden', 'Test-drive accounts can’t subscribe. Please contact an admin.', {
      code: 'test_drive',
    });
  }
  const { plan, priceId, seats } = choosePlan(stripe, input);
  await refuseMember(services, actor);
  return talkingToStripe('Failed to create', () =>
    services.paymentTurns.run(`subscribe:${actor.userId}`, async () => {
      const begun = await findSubscription(services, actor);
      if (begun?.status === 'incomplete') await syncSubscription(services, begun.id);
      const known = await findSubscription(services, actor);
      if (known && !stateTerms(known.status).isOver) {
        if (known.status !== 'incomplete') throw alreadySubscribed();
        const open = await stripe.subscriptions.read(known.id);
        if (open.status !== 'incomplete') {
          // Paid in this moment, in another tab: canceled now, it would have been paid for nothing.
          await syncSubscription(services, known.id);
          throw alreadySubscribed();
        }
        const isSame = planOfPrice(stripe, open.priceId) === plan && open.seats === seats;
        if (isSame && open.clientSecret !== null) return { clientSecret: open.clientSecret };
        // Another plan or number of seats: the first payment was made out for something else.
        await stripe.subscriptions.cancelNow(known.id);
        await syncSubscription(services, known.id);
      }
      const number = await services.prisma.subscription.count({ where: { userId: actor.userId } });
      const { id, clientSecret } = await stripe.subscriptions.create({
        customerId: await customerOf(services, actor),
        priceId,
        seats,
        idempotencyKey: keyNow(services.clock, 'subscription', actor.userId, priceId, seats, number),
      });
      await syncSubscription(services, id);
      if (clientSecret === null) throw new Error(`Stripe gave no client secret for ${id}.`);
      return { clientSecret };
    }),
  );
}

/** What another plan or number of seats would cost for the rest of the month. Changes nothing. */
export async function previewChange(
  services: Services,
  actor: UserRef,
  input: PlanChoiceInput,
): Promise<ChangePreviewAnswer> {
  const stripe = requireStripe(services);
  const { id, seats } = await requireSubscription(services, actor);
  const choice = choosePlan(stripe, input, seats);
  return changing(services, actor, 'Failed to update', () => stripe.subscriptions.preview(id, choice));
}

export async function updateSubscription(
  services: Services,
  actor: UserRef,
  input: PlanChoiceInput,
): Promise<SubscriptionAnswer> {
  const stripe = requireStripe(services);
  const { id, seats } = await requireSubscription(services, actor);
  const choice = choosePlan(stripe, input, seats);
  await refuseTooFewSeats(services, actor, choice.seats);
  return changing(services, actor, 'Failed to update', async () => {
    await stripe.subscriptions.change(id, choice);
    await syncSubscription(services, id);
    return readSubscription(services, actor);
  });
}

/** It lasts until the end of what is paid. */
export async function cancelSubscription(services: Services, actor: UserRef): Promise<SubscriptionAnswer> {
  const stripe = requireStripe(services);
  const { id } = await requireSubscription(services, actor);
  return changing(services, actor, 'Failed to cancel', async () => {
    await stripe.subscriptions.cancelAtPeriodEnd(id);
    await syncSubscription(services, id);
    return readSubscription(services, actor);
  });
}

/** Takes back a cancellation before the plan has ended. */
export async function resumeSubscription(services: Services, actor: UserRef): Promise<SubscriptionAnswer> {
  const stripe = requireStripe(services);
  const { id, cancelsAtPeriodEnd } = await requireSubscription(services, actor);
  if (!cancelsAtPeriodEnd) return readSubscription(services, actor);
  return changing(services, actor, 'Failed to resume', async () => {
    await stripe.subscriptions.resume(id);
    await syncSubscription(services, id);
    return readSubscription(services, actor);
  });
}

/** Nobody loses their seat by a number that was typed: people are removed first, by name. */
async function refuseTooFewSeats(services: Services, { userId }: UserRef, seats: number): Promise<void> {
  const people = 1 + (await services.prisma.teamMember.count({ where: { team: { userId } } }));
  if (people <= seats) return;
  throw new DomainError(
    'conflict',
    `Your team has ${String(people)} people. Remove ${String(people - seats)} of them first, or keep ${String(people)} seats.`,
    { code: 'seats_taken' },
  );
}

/** A person is in one team at most, and a plan makes a team. */
async function refuseMember({ prisma }: Services, { userId }: UserRef): Promise<void> {
  const membership = await prisma.teamMember.findUnique({ where: { userId }, include: { team: true } });
  if (!membership) return;
  throw new DomainError(
    'conflict',
    `You’re on ${membership.team.name}. Leave it before you start a plan of your own.`,
    { code: 'already_in_team' },
  );
}

async function requireSubscription(services: Services, actor: UserRef) {
  const known = await findSubscription(services, actor);
  if (known && !stateTerms(known.status).isOver && known.status !== 'incomplete') return known;
  throw new DomainError('conflict', 'You have no subscription to change.', { code: 'no_subscription' });
}

/** A customer who was deleted at Stripe, or whom the present keys do not know, is made anew. */
async function customerOf(services: Services, actor: Actor): Promise<string> {
  const { prisma, clock } = services;
  const { userId, email } = actor;
  const { subscriptions } = requireStripe(services);
  const known = await prisma.stripeCustomer.findUnique({ where: { userId } });
  if (known && (await subscriptions.userOfCustomer(known.customerId)) === userId) return known.customerId;
  const idempotencyKey = keyNow(clock, 'customer', userId, known?.customerId ?? 'first');
  const person = { email, name: fullName(actor), userId, idempotencyKey };
  const customerId = await subscriptions.createCustomer(person);
  const row = { userId, customerId };
  await prisma.stripeCustomer.upsert({ where: { userId }, create: row, update: row });
  return customerId;
}

/** What Stripe refuses may have ended there without our knowing: then that is said, and the page shows it. */
async function changing<T>(
  services: Services,
  actor: UserRef,
  failure: string,
  work: () => Promise<T>,
): Promise<T> {
  const { id } = await requireSubscription(services, actor);
  return talkingToStripe(failure, async () => {
    try {
      return await work();
    } catch (error) {
      await syncSubscription(services, id);
      await requireSubscription(services, actor);
      throw error;
    }
  });
}

const talkingToStripe = <T>(failure: string, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw stripeFailed(error, failure);
  });

const alreadySubscribed = (): DomainError =>
  new DomainError('conflict', 'You already have a subscription. Update it instead.', {
    code: 'already_subscribed',
  });
