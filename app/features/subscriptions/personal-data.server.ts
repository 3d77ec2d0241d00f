import type { PrismaClient } from '~/core/db/app-database';
import type { Logger } from '~/core/server/logger.server';
import { pretty, textFile, type ExportFile } from '~/core/shared/export-file';
import type { PersonalData } from '~/core/shared/personal-data';
import { isUnknownToStripe, type StripeGateway } from '~/integrations/stripe/index.server';

/**
 * Subscriptions in account export and deletion. On deletion, Stripe deletes the customer and ends their subscriptions.
 * Until that has succeeded, the customer id is kept for the daily sweep, because a deleted account would otherwise be
 * billed every month unnoticed.
 */
export function subscriptionData({
  prisma,
  stripe,
  log,
}: {
  prisma: PrismaClient;
  stripe: StripeGateway | undefined;
  log: Logger;
}): PersonalData {
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      const rows = await prisma.subscription.findMany({ where: { userId }, omit: { userId: true } });
      const subscriptions = rows.map(({ periodEnd, createdAt, ...row }) => ({
        ...row,
        periodEnd: new Date(Number(periodEnd)).toISOString(),
        createdAt: new Date(Number(createdAt)).toISOString(),
      }));
      yield textFile('subscriptions.json', pretty(subscriptions));
    },
    ownTables: ['stripe_customer'],
    remove: async (userId: string): Promise<void> => {
      const customer = await prisma.stripeCustomer.findUnique({ where: { userId } });
      if (!customer) return;
      try {
        if (!stripe) throw new Error('Stripe’s keys are not set.');
        await stripe.subscriptions.deleteCustomer(customer.customerId);
      } catch (err) {
        if (!isUnknownToStripe(err)) {
          log.error({ err, ...customer }, 'a customer who is gone could not be deleted at Stripe yet');
          return;
        }
      }
      await prisma.stripeCustomer.delete({ where: { userId } });
    },
  };
}
