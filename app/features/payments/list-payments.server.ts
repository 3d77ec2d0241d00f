import type { Topup } from '@prisma/client';
import type { UserRef } from '~/core/server/session.server';
import type { PaymentsDeps } from './deps.server';
import { findPackage } from './packages';
import type { RecentPayment } from './schema';

/** No money has moved yet, so there is nothing to show. */
const NOT_PAID = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'canceled'];

/** The user's card payments, newest first. */
export async function listRecentPayments(
  { prisma }: Pick<PaymentsDeps, 'prisma'>,
  { userId }: UserRef,
  { take }: { take: number },
): Promise<RecentPayment[]> {
  const rows = await prisma.topup.findMany({
    where: { userId, status: { notIn: NOT_PAID } },
    orderBy: { createdAt: 'desc' },
    take,
  });
  return rows.map(describeTopup);
}

const describeTopup = (row: Topup): RecentPayment => ({
  occurredAt: new Date(Number(row.creditedAt ?? row.createdAt)).toISOString(),
  amountCents: row.amountCents,
  currency: row.currency,
  packageId: row.packageId,
  correlationId: row.paymentIntentId,
  creditedCents:
    row.creditedAt === null ? 0 : row.amountCents + (findPackage(row.packageId)?.bonusCents ?? 0),
  refundedCents: row.refundedCents,
  disputedCents: row.disputedCents,
  state: stateOf(row),
  receiptUrl: row.receiptUrl,
});

function stateOf(row: Topup): RecentPayment['state'] {
  if (row.problem !== null) return 'not-credited';
  if (row.disputedCents > 0) return 'disputed';
  if (row.refundedCents >= row.amountCents) return 'refunded';
  if (row.refundedCents > 0) return 'partly-refunded';
  return row.creditedAt === null ? 'processing' : 'credited';
}
