import { DomainError } from '~/core/shared/errors';
import { wholeCents } from '~/core/shared/money';
import { ownMicroUsd } from '~/core/shared/permissions';
import type { UserRef } from '~/core/server/session.server';
import { isStripeError } from '~/integrations/stripe/index.server';
import type { PaymentsDeps } from './deps.server';
import { findPackage } from './packages';
import type { VerifiedPayment } from './schema';
import { settlePayment, type SettledPayment } from './settle-payment.server';

type Outcome = VerifiedPayment['outcome'];

/** Outcome of a payment, with the balance after it. Credits it if no webhook has done so yet. */
export async function verifyPayment(
  services: Pick<
    PaymentsDeps,
    'log' | 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'
  >,
  actor: UserRef,
  { paymentIntentId }: { paymentIntentId: string },
): Promise<VerifiedPayment> {
  const where = { paymentIntentId, userId: actor.userId };
  const row = await services.prisma.topup.findFirst({ where });
  if (!row) throw noSuchPayment();
  const outcome = await settlePayment(services, paymentIntentId).then(outcomeOf, (error: unknown) => {
    services.log.error({ err: error, paymentIntentId }, 'a payment could not be verified now');
    // An error of ours can only occur after Stripe has confirmed the payment.
    return isStripeError(error) ? 'processing' : 'lagging';
  });
  const balance = await services.ledger.balance(actor.userId);
  const chosen = findPackage(row.packageId);
  const creditedCents = row.amountCents + (chosen?.bonusCents ?? 0);
  return {
    paymentIntentId,
    outcome,
    message: messageOf(outcome, creditedCents),
    amountCents: row.amountCents,
    creditedCents: outcome === 'credited' ? creditedCents : 0,
    balanceCents: wholeCents(ownMicroUsd(balance)),
    isFirst: outcome === 'credited' && (await isFirstPayment(services, actor, paymentIntentId)),
  };
}

function outcomeOf(settled: SettledPayment | undefined): Outcome {
  if (settled?.isCredited) return 'credited';
  switch (settled?.payment.status) {
    case 'succeeded':
      return 'in-review';
    case 'processing':
      return 'processing';
    case 'requires_action':
    case 'requires_confirmation':
      return 'unfinished';
    case undefined:
    default:
      return 'failed';
  }
}

function messageOf(outcome: Outcome, creditedCents: number): string {
  switch (outcome) {
    case 'credited':
      return `Payment succeeded. $${(creditedCents / 100).toFixed(2)} was added to your balance.`;
    case 'lagging':
      return 'Payment succeeded. Credits will be added shortly.';
    case 'processing':
      return 'Payment processing.';
    case 'unfinished':
      return 'Your bank hasn’t confirmed this payment yet. Try again to finish it.';
    case 'in-review':
      return 'Your payment arrived, but not in the amount or currency we asked for. An administrator will look at it.';
    case 'failed':
      return 'Payment failed';
  }
}

async function isFirstPayment(
  { prisma }: Pick<PaymentsDeps, 'prisma'>,
  { userId }: UserRef,
  paymentIntentId: string,
): Promise<boolean> {
  const first = await prisma.topup.findFirst({
    where: { userId, creditedAt: { not: null } },
    orderBy: { createdAt: 'asc' },
    select: { paymentIntentId: true },
  });
  return first?.paymentIntentId === paymentIntentId;
}

const noSuchPayment = (): DomainError =>
  new DomainError('not-found', 'There is no such payment.', { code: 'no_such_payment' });
