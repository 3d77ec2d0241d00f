import type { Prisma, Subscription } from '@prisma/client';
import type { Role } from '~/core/shared/permissions';
import { syncPlanRole } from '~/features/accounts/index.server';
import { queueMail } from '~/features/mails/index.server';
import { syncTeam, clearBudgetInOtherTeam, leaveForOwnPlan } from '~/features/teams/index.server';
import {
  isUnknownToStripe,
  requireStripe,
  type StripeSubscription,
} from '~/integrations/stripe/index.server';
import type { SubscriptionsDeps } from './deps.server';
import { planOfPrice } from './choose-plan.server';
import { describePlan, PLAN_TERMS, PLANS, stateTerms, type PlanName } from './plan-terms';

type Deps = Pick<SubscriptionsDeps, 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'>;

/**
 * Syncs our row, its owner's roles and their team with Stripe's state of a subscription. Webhooks, hourly checks and
 * user actions all end here. A subscription of an unknown customer is ignored.
 */
export async function syncSubscription(services: Deps, subscriptionId: string): Promise<void> {
  const stripe = requireStripe(services);
  await services.paymentMutex.run(subscriptionId, async () => {
    const subscription = await stripe.subscriptions.read(subscriptionId).catch((error: unknown) => {
      if (isUnknownToStripe(error)) return undefined;
      throw error;
    });
    const facts = subscription
      ? await factsOf(services, subscription)
      : await notFound(services, subscriptionId);
    if (facts) await saveSubscription(services, facts);
  });
}

interface Facts {
  row: Omit<Subscription, 'givenRole'>;
  /** The invoice that an overdue plan is waiting for. */
  owedInvoiceId: string | undefined;
  /** The owner's role while the plan is active. */
  role: Role | null;
}

async function factsOf(services: Deps, fromStripe: StripeSubscription): Promise<Facts | undefined> {
  const stripe = requireStripe(services);
  const plan = planOfPrice(stripe, fromStripe.priceId) ?? (await previousPlan(services, fromStripe.id));
  if (plan === undefined) return undefined;
  const userId = await findPayer(services, fromStripe.customerId);
  if (userId === undefined) return undefined;
  const row = {
    id: fromStripe.id,
    userId,
    plan,
    seats: fromStripe.seats,
    status: fromStripe.status,
    periodEnd: BigInt(fromStripe.periodEndMs),
    cancelsAtPeriodEnd: fromStripe.cancelsAtPeriodEnd,
    createdAt: BigInt(fromStripe.createdAtMs),
    pendingPlan: fromStripe.pending && (planOfPrice(stripe, fromStripe.pending.priceId) ?? plan),
    pendingSeats: fromStripe.pending?.seats ?? null,
    pendingUntil: fromStripe.pending && BigInt(fromStripe.pending.untilMs),
    needsCard: fromStripe.needsCard,
    cardLast4: fromStripe.card?.last4 ?? null,
    cardExpires: fromStripe.card && monthText(fromStripe.card.expires),
  };
  const { isOn, isOwed = false } = stateTerms(fromStripe.status);
  return {
    row,
    role: isOn ? PLAN_TERMS[plan].ownerRole : null,
    owedInvoiceId: isOwed ? (await stripe.subscriptions.unpaidInvoice(fromStripe.id))?.id : undefined,
  };
}

/** The previous plan, for a subscription whose price is no longer for sale here. */
async function previousPlan(
  { prisma }: Pick<SubscriptionsDeps, 'prisma'>,
  id: string,
): Promise<PlanName | undefined> {
  const known = await prisma.subscription.findUnique({ where: { id }, select: { plan: true } });
  return PLANS.find((plan) => plan === known?.plan);
}

const NOT_FOUND = {
  status: 'not-found',
  cancelsAtPeriodEnd: false,
  pendingPlan: null,
  pendingSeats: null,
  pendingUntil: null,
  needsCard: false,
};

const monthText = ({ year, month }: { year: number; month: number }): string =>
  `${String(year)}-${String(month).padStart(2, '0')}`;

/** A subscription that Stripe doesn't know: created in test mode, or with another account's keys. */
async function notFound(
  { prisma }: Pick<SubscriptionsDeps, 'prisma'>,
  id: string,
): Promise<Facts | undefined> {
  const known = await prisma.subscription.findUnique({ where: { id }, omit: { givenRole: true } });
  return known ? { row: { ...known, ...NOT_FOUND }, role: null, owedInvoiceId: undefined } : undefined;
}

async function saveSubscription(services: Deps, { row, role, owedInvoiceId }: Facts): Promise<void> {
  const { prisma, sessions, clock } = services;
  const { id, userId } = row;
  if (role !== null) await clearBudgetInOtherTeam(services, userId);
  const { left, changed } = await prisma.$transaction(async (transaction) => {
    // First, because the role of the seat they leave may be the one that the plan grants.
    const left = role === null ? [] : await leaveForOwnPlan(transaction, services, { userId });
    const before = await transaction.subscription.findUnique({ where: { id } });
    const given = before?.givenRole ?? null;
    const data = { ...row, givenRole: await syncPlanRole(transaction, { userId, given, wanted: role }) };
    await transaction.subscription.upsert({ where: { id }, create: data, update: data });
    const [was, is] = [before ? describePlan(before) : 'none', describePlan(row)];
    const mailing = { prisma: transaction, clock };
    if (was !== is) {
      const about = [id, clock(), was, is].join(':');
      await queueMail(mailing, { userId, kind: 'plan-changed', about });
    }
    if (owedInvoiceId !== undefined) {
      await queueMail(mailing, { userId, kind: 'renewal-failed', about: `${id}:${owedInvoiceId}` });
    }
    const standing = await teamPlan(transaction, userId, row);
    return { left, changed: await syncTeam(transaction, standing, clock()) };
  });
  for (const each of [userId, ...left, ...changed]) sessions.forget(each);
}

/**
 * The user of a customer. After a backup was restored, the customer may be newer than our rows; its metadata, which
 * only a holder of our key can write, then names the user.
 */
async function findPayer(services: Deps, customerId: string): Promise<string | undefined> {
  const { prisma } = services;
  const known = await prisma.stripeCustomer.findUnique({ where: { customerId }, include: { user: true } });
  // A deleted account whose customer Stripe has not deleted yet.
  if (known) return known.user.deletedAt ? undefined : known.userId;
  const id = await requireStripe(services).subscriptions.userOfCustomer(customerId);
  const user = id === undefined ? null : await prisma.user.findUnique({ where: { id, deletedAt: null } });
  if (!user) return undefined;
  const { id: userId } = user;
  await prisma.stripeCustomer.upsert({ where: { userId }, create: { userId, customerId }, update: {} });
  return userId;
}

/** The plan of a user's team: an active one if any, whichever event came last. */
async function teamPlan(
  transaction: Pick<Prisma.TransactionClient, 'subscription'>,
  userId: string,
  synced: { plan: string; seats: number },
) {
  const all = await transaction.subscription.findMany({ where: { userId }, orderBy: { createdAt: 'desc' } });
  const on = all.find(({ status }) => stateTerms(status).isOn);
  const { plan, seats } = on ?? synced;
  return { userId, plan, seats, isOn: on !== undefined };
}
