import { giveLastingRole } from '~/features/accounts/index.server';
import { queueMail } from '~/features/mails/index.server';
import type { CardPayment } from '~/integrations/stripe/index.server';
import type { PaymentsDeps } from './deps.server';

/**
 * Records Stripe's state of a payment, and once per credit its consequences: the user becomes a paying one and gets a
 * receipt. The ledger has committed before; after a crash in between, the next check of the payment completes it.
 * Returns true the first time.
 */
export async function recordCredit(
  services: Pick<PaymentsDeps, 'clock' | 'prisma' | 'sessions'>,
  { userId }: { userId: string },
  { id: paymentIntentId, status, refundedCents, disputedCents, disputes, receiptUrl }: CardPayment,
  { isCredited, problem = null }: { isCredited: boolean; problem: string | null | undefined },
): Promise<boolean> {
  const { prisma, clock, sessions } = services;
  const isNew = await prisma.$transaction(async (transaction) => {
    const where = { paymentIntentId };
    const row = await transaction.topup.findUniqueOrThrow({
      where,
      select: { creditedAt: true, refundedCents: true, user: { select: { deletedAt: true } } },
    });
    const isFirst = isCredited && row.creditedAt === null;
    const facts = { status, problem, refundedCents, disputedCents, receiptUrl };
    const creditedAt = isFirst ? { creditedAt: BigInt(clock()) } : {};
    await transaction.topup.update({ where, data: { ...facts, ...creditedAt } });
    // Not for a deleted account: it must get no new personal data.
    if (isFirst && !row.user.deletedAt) {
      await giveLastingRole(transaction, { userId, role: 'paiduser' });
      await queueMail({ prisma: transaction, clock }, { userId, kind: 'receipt', about: paymentIntentId });
    }
    if (isCredited && !row.user.deletedAt) {
      const mailing = { prisma: transaction, clock };
      if (row.refundedCents !== refundedCents) {
        const about = [paymentIntentId, row.refundedCents, refundedCents].join(':');
        await queueMail(mailing, { userId, kind: 'refund', about });
      }
      for (const { id, state, cents } of disputes) {
        const about = [paymentIntentId, id, state, cents].join(':');
        await queueMail(mailing, { userId, kind: 'dispute', about });
      }
    }
    return isFirst;
  });
  if (isNew) sessions.forget(userId);
  return isNew;
}
