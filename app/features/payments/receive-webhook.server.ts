import { DomainError } from '~/core/shared/errors';
import {
  requireStripe,
  readStripeEvent,
  stripeFailedError,
  unsignedWebhookError,
  type StripeEvent,
} from '~/integrations/stripe/index.server';
import type { PaymentsDeps } from './deps.server';
import { settlePayment } from './settle-payment.server';

/**
 * Handles a Stripe event. It only triggers reading the current state from Stripe, so events may be late, repeated or
 * out of order. If handling fails, the response is an error, and Stripe resends the event.
 */
export async function receiveWebhook(
  services: PaymentsDeps,
  { body, signature }: { body: string; signature: string | null },
): Promise<{ received: true; isReplay: boolean }> {
  if (signature === null || signature === '') throw unsignedWebhookError();
  const { webhookSecret } = requireStripe(services);
  if (webhookSecret === undefined) {
    throw new DomainError('unavailable', 'Webhooks are not set up: STRIPE_WEBHOOK_SECRET is not set.', {
      code: 'payments_not_set_up',
    });
  }
  const event = readStripeEvent(body, signature, { secret: webhookSecret, nowMs: services.clock() });
  return { received: true, isReplay: !(await handleEvent(services, event)) };
}

/** Returns false if it was handled before. */
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
      throw stripeFailedError(error, 'Stripe could not be asked about this event.');
    }
  }
  // Written last: after a crash the event is resent, which is harmless.
  const data = { id, kind: type, receivedAt: BigInt(clock()) };
  await prisma.stripeEvent.upsert({ where: { id }, create: data, update: {} });
  return true;
}
