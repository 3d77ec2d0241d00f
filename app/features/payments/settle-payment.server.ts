import { MICRO_USD_PER_CENT } from '~/core/shared/money';
import type { Ledger } from '~/features/ledger/index.server';
import { requireStripe, isUnknownToStripe, type CardPayment } from '~/integrations/stripe/index.server';
import type { PaymentsDeps } from './deps.server';
import { recordCredit } from './record-credit.server';
import { CURRENCY, findPackage, type TopUpPackage } from './packages';

export interface SettledPayment {
  userId: string;
  packageId: string;
  payment: CardPayment;
  isCredited: boolean;
  /** Credited by this call. */
  isNew: boolean;
}

interface OurRow {
  userId: string;
  packageId: string;
  amountCents: number;
  currency: string;
}

/**
 * Reconciles the ledger with Stripe's state of a payment: credits it, reverses refunds and disputes, and restores won
 * disputes. Webhooks, the browser's return and the hourly check all use it; it is idempotent and independent of order
 * (docs/decisions/0035-card-payments.md). Undefined if it is not a top-up of ours.
 */
export async function settlePayment(
  services: Pick<
    PaymentsDeps,
    'log' | 'clock' | 'prisma' | 'sessions' | 'paymentMutex' | 'stripe' | 'ledger'
  >,
  paymentIntentId: string,
): Promise<SettledPayment | undefined> {
  const stripe = requireStripe(services);
  return services.paymentMutex.run(paymentIntentId, async () => {
    const payment = await stripe.retrievePayment(paymentIntentId).catch((error: unknown) => {
      if (isUnknownToStripe(error)) return undefined;
      throw error;
    });
    const row = payment && (await findRow(services, payment));
    if (!payment || !row) return undefined;
    const { userId, packageId } = row;
    const problem = payment.status === 'succeeded' ? problemOf(payment, row) : undefined;
    const isCredited = payment.status === 'succeeded' && problem === undefined;
    if (problem !== undefined) {
      services.log.error({ paymentIntentId, userId, problem }, 'a payment was not credited');
    }
    if (isCredited) await balanceBooks(services.ledger, row, payment);
    const isNew = await recordCredit(services, row, payment, { isCredited, problem });
    return { userId, packageId, payment, isCredited, isNew };
  });
}

/**
 * Our row of the payment. If a crash prevented it, the payment's metadata, which only a holder of our key can write,
 * names the user.
 */
async function findRow(
  { prisma, clock }: Pick<PaymentsDeps, 'clock' | 'prisma'>,
  payment: CardPayment,
): Promise<OurRow | undefined> {
  const row = await prisma.topup.findUnique({ where: { paymentIntentId: payment.id } });
  if (row) return row;
  const { userId = '', packageId = '' } = payment.metadata;
  const chosen = findPackage(packageId);
  const user = await prisma.user.findUnique({ where: { id: userId }, select: { id: true } });
  if (!chosen || !user) return undefined;
  return prisma.topup.create({
    data: {
      paymentIntentId: payment.id,
      userId,
      packageId,
      amountCents: chosen.amountCents,
      currency: CURRENCY,
      status: payment.status,
      createdAt: BigInt(Math.min(payment.createdAtMs, clock())),
    },
  });
}

function problemOf(payment: CardPayment, row: OurRow): string | undefined {
  const { userId, packageId } = payment.metadata;
  if (userId !== row.userId || packageId !== row.packageId) return 'it belongs to another account or package';
  if (payment.currency !== row.currency) return `it was paid in ${payment.currency}, not ${row.currency}`;
  if (payment.receivedCents !== row.amountCents)
    return `${String(payment.receivedCents)} cents were paid, not ${String(row.amountCents)}`;
  return undefined;
}

/** Notes in the ledger. */
const NOTES = {
  topup: { disputed: 'Disputed payment', refunded: 'Refunded payment' },
  bonus: { disputed: 'Bonus on a disputed payment', refunded: 'Bonus on a refunded payment' },
} as const;

/** Posts what is missing according to the ledger, so a crash between two postings is harmless. */
async function balanceBooks(
  ledger: Ledger,
  { userId, packageId }: OurRow,
  payment: CardPayment,
): Promise<void> {
  const chosen = findPackage(packageId);
  if (!chosen) throw new Error(`There is no package ${packageId}.`);
  const reversedCents = Math.min(chosen.amountCents, payment.refundedCents + payment.disputedCents);
  const moved = partsOf(chosen, reversedCents).filter(({ paid }) => paid > 0n);
  const keyPrefix = (source: string): string => `topup:${payment.id}:${source}:`;
  // One commit, so that a payment is never visible or spent without its bonus.
  await ledger.creditAll(
    moved.map(({ source, paid: amountMicroUsd }) => ({
      userId,
      amountMicroUsd,
      source,
      key: `${keyPrefix(source)}credit`,
    })),
  );
  for (const { source, reversed } of moved) {
    const prefix = keyPrefix(source);
    const changes = await ledger.postings(userId, `${prefix}change:`);
    const reversedSoFar = changes.reduce((sum, { amountMicroUsd }) => sum - amountMicroUsd, 0n);
    const key = `${prefix}change:${String(changes.length).padStart(6, '0')}`;
    if (reversed > reversedSoFar) {
      const note = NOTES[source][payment.disputedCents > 0 ? 'disputed' : 'refunded'];
      await ledger.clawBack({ userId, amountMicroUsd: reversed - reversedSoFar, source, key, note });
    } else if (reversed < reversedSoFar) {
      const note = 'Returned after a dispute or a failed refund';
      await ledger.credit({ userId, amountMicroUsd: reversedSoFar - reversed, source, key, note });
    }
  }
}

/** A bonus is reversed in proportion to its payment. Both packages with a bonus divide evenly by the cent. */
function partsOf({ amountCents, bonusCents }: TopUpPackage, reversedCents: number) {
  const paid = BigInt(amountCents) * MICRO_USD_PER_CENT;
  const bonus = BigInt(bonusCents) * MICRO_USD_PER_CENT;
  const reversed = BigInt(reversedCents) * MICRO_USD_PER_CENT;
  return [
    { source: 'topup', paid, reversed },
    { source: 'bonus', paid: bonus, reversed: (bonus * reversed) / paid },
  ] as const;
}
