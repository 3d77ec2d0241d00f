import { DAY_MS, HOUR_MS } from '~/core/shared/clock';
import type { PaymentsDeps } from './deps.server';
import { handleEvent } from './receive-webhook.server';
import { settlePayment } from './settle-payment.server';

/** Events that move money of a payment, or change a subscription. */
const EVENT_TYPES = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'setup_intent.succeeded',
] as const;

/** Stripe keeps events for thirty days. */
const KEPT_MS = 30 * DAY_MS;
/** Read again each time, because an event may be listed later than its timestamp. */
const OVERLAP_MS = HOUR_MS;
const BATCH_SIZE = 100;

/** Catches up on missed webhooks: reads Stripe's events since the last time, and payments started here. */
export async function checkPayments(services: PaymentsDeps): Promise<void> {
  const { stripe, prisma, clock, log } = services;
  if (!stripe) return;
  const nowMs = clock();
  const poll = await prisma.stripePoll.findUnique({ where: { id: 1 } });
  const polledBefore = Number(poll?.polledUntil ?? 0n);
  // A time in the future was written by a wrong clock, so it doesn't tell what was read.
  const since = polledBefore > nowMs ? nowMs - KEPT_MS : Math.max(nowMs - KEPT_MS, polledBefore - OVERLAP_MS);
  let hasFailed = false;
  for await (const event of stripe.listEvents(since, EVENT_TYPES)) {
    try {
      if (await handleEvent(services, event))
        log.warn({ event: event.id }, 'an event came without its webhook');
    } catch (error) {
      hasFailed = true;
      log.error({ err: error, event: event.id }, 'an event of Stripe could not be handled');
    }
  }
  await settlePending(services, nowMs);
  if (hasFailed) return; // reads the same events again next time
  const polledUntil = BigInt(nowMs);
  await prisma.stripePoll.upsert({
    where: { id: 1 },
    create: { id: 1, polledUntil },
    update: { polledUntil },
  });
  await prisma.stripeEvent.deleteMany({ where: { receivedAt: { lt: BigInt(nowMs - 2 * KEPT_MS) } } });
}

/** Settles recent payments that were not credited; each separately, so that one failure doesn't affect the others. */
async function settlePending(services: PaymentsDeps, nowMs: number): Promise<void> {
  let after = BigInt(nowMs - KEPT_MS);
  for (;;) {
    const begun = await services.prisma.topup.findMany({
      where: { creditedAt: null, createdAt: { gt: after } },
      orderBy: { createdAt: 'asc' },
      take: BATCH_SIZE,
      select: { paymentIntentId: true, createdAt: true, status: true },
    });
    for (const { paymentIntentId, status } of begun) {
      if (status === 'canceled') continue;
      await settlePayment(services, paymentIntentId).catch((error: unknown) => {
        services.log.error({ err: error, paymentIntentId }, 'a payment could not be checked');
      });
    }
    after = begun.at(-1)?.createdAt ?? after;
    if (begun.length < BATCH_SIZE) return;
  }
}
