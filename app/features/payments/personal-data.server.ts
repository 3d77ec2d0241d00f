import { jsonListFile, type ExportFile } from '~/core/shared/export-file';
import type { PrismaClient } from '~/core/db/app-database';
import type { Logger } from '~/core/server/logger.server';
import type { StripeGateway } from '~/integrations/stripe/index.server';
import { CONFIRMABLE } from './start-top-up.server';

/**
 * Card payments in account export and deletion. They stay when an account is deleted, because the ledger needs them,
 * and contain no names. Unpaid ones are canceled, since an open form could still charge a card for a deleted account;
 * the daily sweep retries that if Stripe is unreachable.
 */
export function paymentData({
  prisma,
  stripe,
  log,
}: {
  prisma: PrismaClient;
  stripe: StripeGateway | undefined;
  log: Logger;
}) {
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      yield await Promise.resolve(jsonListFile('payments.json', payments(prisma, userId)));
    },
    remove: async (userId: string): Promise<void> => {
      if (!stripe) return;
      const begun = await prisma.topup.findMany({
        where: { userId, creditedAt: null, status: { in: [...CONFIRMABLE] } },
        select: { paymentIntentId: true },
      });
      for (const where of begun) {
        try {
          const { status } = await stripe.cancelPayment(where.paymentIntentId);
          await prisma.topup.update({ where, data: { status } });
        } catch (err) {
          log.error({ err, ...where }, 'a payment of somebody who is gone could not be canceled');
        }
      }
    },
  };
}

async function* payments(prisma: PrismaClient, userId: string): AsyncGenerator {
  const rows = await prisma.topup.findMany({
    where: { userId },
    omit: { userId: true },
    orderBy: { createdAt: 'desc' },
  });
  for (const { createdAt, creditedAt, ...row } of rows) {
    yield {
      ...row,
      createdAt: new Date(Number(createdAt)).toISOString(),
      creditedAt: creditedAt === null ? null : new Date(Number(creditedAt)).toISOString(),
    };
  }
}
