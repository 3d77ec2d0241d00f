import {
  isUnknownToStripe,
  requireStripe,
  type StripeSubscription,
} from '~/integrations/stripe/index.server';
import type { Services } from '~/services';
import { planOfPrice } from './choose-plan.server';
import { PLAN_TERMS, stateTerms } from './plan-terms';

/**
 * Brings our row and its owner's roles to what Stripe says of a subscription. Webhooks, the hourly check and everything
 * that one does oneself end here. A subscription of nobody we know is left alone.
 */
export async function syncSubscription(services: Services, subscriptionId: string): Promise<void> {
  const stripe = requireStripe(services);
  await services.paymentTurns.run(subscriptionId, async () => {
    const subscription = await stripe.subscriptions.read(subscriptionId).catch((error: unknown) => {
      if (isUnknownToStripe(error)) return undefined;
      throw error;
    });
    if (subscription) await keepSubscription(services, subscription);
  });
}

async function keepSubscription(services: Services, told: StripeSubscription): Promise<void> {
  const { prisma, sessions } = services;
  const customer = await prisma.stripeCustomer.findUnique({ where: { customerId: told.customerId } });
  const plan = planOfPrice(requireStripe(services), told.priceId);
  if (!customer || plan === undefined) return;
  const { userId } = customer;
  const wanted = stateTerms(told.status).isOn ? PLAN_TERMS[plan].ownerRole : null;
  const where = { id: told.id };
  await prisma.$transaction(async (transaction) => {
    const before = await transaction.subscription.findUnique({ where });
    let givenRole = before?.givenRole ?? null;
    if (givenRole !== null && givenRole !== wanted) {
      await transaction.userRole.deleteMany({ where: { userId, role: givenRole } });
      givenRole = null;
    }
    if (wanted !== null && givenRole === null) {
      const role = { userId, role: wanted };
      // One that an administrator gave by hand is not ours to take back.
      const has = await transaction.userRole.findUnique({ where: { userId_role: role } });
      if (!has) {
        await transaction.userRole.create({ data: role });
        givenRole = wanted;
      }
    }
    const facts = {
      plan,
      seats: told.seats,
      status: told.status,
      periodEnd: BigInt(told.periodEndMs),
      cancelsAtPeriodEnd: told.cancelsAtPeriodEnd,
      givenRole,
    };
    const create = { ...facts, id: told.id, userId, createdAt: BigInt(told.createdAtMs) };
    await transaction.subscription.upsert({ where, create, update: facts });
  });
  sessions.forget(userId);
}
