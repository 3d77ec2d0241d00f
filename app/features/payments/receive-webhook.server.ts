import { DomainError } from '~/core/shared/errors';
import {
  requireStripe,
  readStripeEvent,
  stripeFailed,
  unsignedWebhook,
  type StripeEvent,
} from '~/integrations/stripe/index.server';
import type { PaymentsDeps } from './deps.server';
import { settlePayment } from './settle-payment.server';

/**
 * An event from Stripe. It only says what to look at: what happened is read from Stripe, so events may come late,
 * twice, and in any order. One that could not be handled is answered with a failure, and Stripe sends it again.
 */
export async function receiveWebhook(
  services: PaymentsDeps,
  { body, signature }: { body: string; signature: string | null },
): Promise<{ received: true; isReplay: boolean }> {
  if (signature === null || signature === '') throw unsignedWebhook();
  const { webhookSecret } = requireStripe(services);
  if (webhookSecret === undefined) {
    throw new DomainError('unavailable', 'Webhooks are not set up: STRIPE_WEBHOOK_SECRET is not set.', {
      code: 'payments_not_set_up',
    });
  }
  const event = readStripeEvent(body, signature, { secret: webhookSecret, nowMs: services.clock() });
  return { received: true, isReplay: !(await handleEvent(services, event)) };
}

/** False: it had been handled before. */
export async function handleEvent(services: PaymentsDeps, event: StripeEvent): Promise<boolean> {
  const { prisma, clock, log } = services;
  const { id, type, isLive, paymentIntentId } = event;
  if (await prisma.stripeEvent.findUnique({ where: { id }, select: { id: true } })) return false;
  if (isLive !== requireStripe(services).isLive) {
    log.warn({ event: id }, 'an event of Stripe’s other mode was left alone');
  } else {
    try {
      if (paymentIntentId !== undefined) await settlePayment(services, paymentIntentId);
      await services.onStripeEvent(event);
    } catch (error) {
      throw stripeFailed(error, 'Stripe could not be asked about this event.');
    }
  }
  // Written last: after a crash the event comes again, and does no harm.
  const data = { id, kind: type, receivedAt: BigInt(clock()) };
  await prisma.stripeEvent.upsert({ where: { id }, create: data, update: {} });
  return true;
}
