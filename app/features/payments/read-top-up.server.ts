import type { z } from '~/core/shared/zod';
import { canTopUp } from '~/core/shared/permissions';
import { owedCents } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import type { PaymentsDeps } from './deps.server';
import type { topUpQuerySchema } from './schema';
import { verifyPayment } from './verify-payment.server';

export function readPaymentConfig({ stripe }: Pick<PaymentsDeps, 'stripe'>) {
  return {
    publishableKey: stripe?.publishableKey ?? null,
    teamPriceId: stripe?.teamPriceId ?? null,
    enterprisePriceId: stripe?.enterprisePriceId ?? null,
  };
}

/** Loads the top-up page, with the outcome of a payment after one. */
export async function readTopUp(
  services: Pick<
    PaymentsDeps,
    'log' | 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'
  >,
  actor: Actor,
  { payment_intent: paymentIntentId }: z.output<typeof topUpQuerySchema>,
) {
  const payment =
    paymentIntentId === undefined || !services.stripe
      ? null
      : await verifyPayment(services, actor, { paymentIntentId });
  const { availableMicroUsd, heldMicroUsd, debtMicroUsd } = await services.ledger.balance(actor.userId);
  return {
    publishableKey: services.stripe?.publishableKey ?? null,
    isTestDrive: !canTopUp(actor),
    balanceMicroUsd: Number(availableMicroUsd),
    heldMicroUsd: Number(heldMicroUsd),
    debtCents: owedCents(debtMicroUsd),
    payment,
  };
}
