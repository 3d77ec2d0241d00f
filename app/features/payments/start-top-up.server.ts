import { DomainError } from '~/core/shared/errors';
import { canTopUp } from '~/core/shared/permissions';
import type { z } from '~/core/shared/zod';
import type { Actor } from '~/core/server/session.server';
import {
  timedIdempotencyKey,
  requireStripe,
  stripeFailedError,
  type CardPayment,
} from '~/integrations/stripe/index.server';
import type { PaymentsDeps } from './deps.server';
import { CURRENCY, findPackage, type TopUpPackage } from './packages';
import type { startTopUpSchema } from './schema';
import { settlePayment } from './settle-payment.server';

type Deps = Pick<
  PaymentsDeps,
  'log' | 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'
>;

const FAILED_TO_CREATE = 'Failed to create payment';

/** States in which a payment can still be confirmed in the browser. */
export const CONFIRMABLE: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

/**
 * Starts a payment, or continues an unpaid one of the same package: two tabs paying at once confirm the same payment,
 * and Stripe charges once.
 */
export async function startTopUp(
  services: Deps,
  actor: Actor,
  { AmountCents, PackageId }: z.output<typeof startTopUpSchema>,
): Promise<{ clientSecret: string; paymentIntentId: string }> {
  const stripe = requireStripe(services);
  if (!canTopUp(actor)) {
    throw new DomainError(
      'forbidden',
      'Test-drive accounts can’t top up. Please contact an admin for test credits.',
      { code: 'test_drive' },
    );
  }
  const chosen = findPackage(PackageId);
  if (chosen?.amountCents !== AmountCents) {
    throw new DomainError('invalid', 'The amount doesn’t match the package. Load the page and try again.', {
      code: 'amount_mismatch',
    });
  }
  try {
    return await services.paymentMutex.run(`start:${actor.userId}`, async () => {
      const payment =
        (await findUnpaid(services, actor, chosen)) ?? (await createPayment(services, actor, chosen));
      if (payment.clientSecret === null) throw new Error(`Stripe gave no client secret for ${payment.id}.`);
      return { clientSecret: payment.clientSecret, paymentIntentId: payment.id };
    });
  } catch (error) {
    throw stripeFailedError(error, FAILED_TO_CREATE);
  }

  async function createPayment(
    { prisma, clock }: Pick<PaymentsDeps, 'clock' | 'prisma'>,
    { userId }: Actor,
    { id: packageId, amountCents }: TopUpPackage,
  ): Promise<CardPayment> {
    // Part of the idempotency key: after a crash between Stripe's response and our row, the same number finds the same
    // payment.
    const number = await prisma.topup.count({ where: { userId } });
    const payment = await stripe.createPayment({
      amountCents,
      currency: CURRENCY,
      description: `Promptwell top-up ${packageId}`,
      metadata: { userId, packageId },
      idempotencyKey: timedIdempotencyKey(clock, 'topup', userId, packageId, number),
    });
    const row = { userId, packageId, amountCents, currency: CURRENCY, status: payment.status };
    await prisma.topup.upsert({
      where: { paymentIntentId: payment.id },
      create: { ...row, paymentIntentId: payment.id, createdAt: BigInt(clock()) },
      update: {},
    });
    return payment;
  }
}

/** The newest unpaid payment of the package. Settles it if it has been paid in the meantime. */
async function findUnpaid(
  services: Deps,
  { userId }: Actor,
  { id: packageId }: TopUpPackage,
): Promise<CardPayment | undefined> {
  const newest = await services.prisma.topup.findFirst({
    where: { userId, packageId, creditedAt: null, problem: null },
    orderBy: { createdAt: 'desc' },
    select: { paymentIntentId: true },
  });
  if (!newest) return undefined;
  const payment = (await settlePayment(services, newest.paymentIntentId))?.payment;
  return payment && CONFIRMABLE.has(payment.status) ? payment : undefined;
}
