import type { Prisma, Subscription } from '@prisma/client';
import { DAY_MS } from '~/core/shared/clock';
import { queueMail } from '~/features/mails/index.server';
import type { SubscriptionsDeps } from './deps.server';
import { SUBSCRIPTION_STATES } from './plan-terms';
import { syncSubscription } from './sync-subscription.server';

type Deps = Pick<
  SubscriptionsDeps,
  'log' | 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'
>;

/** Stripe renews or ends a plan on its date. If ours is this far behind, we missed an event. */
const BEHIND_MS = 2 * DAY_MS;
const CARD_WARNING_MS = 31 * DAY_MS;

const FINAL_STATUSES = Object.entries(SUBSCRIPTION_STATES).flatMap(([status, { isOver }]) =>
  isOver ? [status] : [],
);

/**
 * Checks subscriptions that no event reports: those unknown to Stripe, as after a change from test to live keys, and
 * those of suspended users. One not found is checked again, as the keys may be back.
 */
export async function checkSubscriptions(services: Deps): Promise<void> {
  const behind = BigInt(services.clock() - BEHIND_MS);
  await forEach(
    services,
    { OR: [{ status: 'not-found' }, { status: { notIn: FINAL_STATUSES }, periodEnd: { lt: behind } }] },
    (id) => syncSubscription(services, id),
  );
  await endPlansOfSuspended(services);
  await warnOfExpiringCards(services);
}

/** Warns a month before a plan's card expires. Syncs first, because the bank may have sent Stripe the new card. */
const warnOfExpiringCards = (services: Deps): Promise<void> => {
  const isExpiring = {
    status: { notIn: FINAL_STATUSES },
    cancelsAtPeriodEnd: false,
    cardExpires: { lt: new Date(services.clock() + CARD_WARNING_MS).toISOString().slice(0, 7) },
  };
  return forEach(services, isExpiring, async (id) => {
    const { prisma } = services;
    const seen = await prisma.subscription.findUnique({ where: { id } });
    if (await wasWarned(services, seen)) return;
    await syncSubscription(services, id);
    const now = await prisma.subscription.findFirst({ where: { id, ...isExpiring } });
    if (!now || (await wasWarned(services, now))) return;
    const { userId, cardExpires } = now;
    await queueMail(services, { userId, kind: 'card-expiring', about: `${id}:${cardExpires ?? ''}` });
  });
};

async function wasWarned(
  { prisma }: Pick<SubscriptionsDeps, 'prisma'>,
  row: Subscription | null,
): Promise<boolean> {
  if (!row) return true;
  const { userId, id, cardExpires } = row;
  const about = `${id}:${cardExpires ?? ''}`;
  return (await prisma.mail.count({ where: { userId, kind: 'card-expiring', about } })) > 0;
}

/** Suspended users can't cancel, so their plan ends with the paid period; they may resume it later. */
export const endPlansOfSuspended = (services: Deps): Promise<void> =>
  forEach(
    services,
    {
      status: { notIn: [...FINAL_STATUSES, 'incomplete'] },
      cancelsAtPeriodEnd: false,
      user: { suspendedAt: { not: null } },
    },
    async (id) => {
      await services.stripe?.subscriptions.cancelAtPeriodEnd(id);
      await syncSubscription(services, id);
    },
  );

/** Each separately, so that one failure doesn't affect the others. */
async function forEach(
  { stripe, prisma, log }: Pick<SubscriptionsDeps, 'log' | 'prisma' | 'stripe'>,
  where: Prisma.SubscriptionWhereInput,
  work: (id: string) => Promise<void>,
): Promise<void> {
  if (!stripe) return;
  for (const { id } of await prisma.subscription.findMany({ where, select: { id: true } })) {
    await work(id).catch((error: unknown) => {
      log.error({ err: error, subscription: id }, 'a subscription could not be checked');
    });
  }
}
