import type { PrismaClient } from '~/core/db/database.server';
import { pretty, textFile, type ExportFile } from '~/core/shared/export-file';
import { isUnknownToStripe, type StripeGateway } from '~/integrations/stripe/index.server';

/**
 * Subscriptions in an export. When an account is deleted, Stripe forgets the customer and ends what they pay for; if it
 * cannot be reached, the daily sweep tries again.
 */
export function subscriptionData({
  prisma,
  stripe,
}: {
  prisma: PrismaClient;
  stripe: StripeGateway | undefined;
}) {
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
    remove: async (userId: string): Promise<void> => {
      const customer = await prisma.stripeCustomer.findUnique({ where: { userId } });
      if (!customer || !stripe) return;
      await stripe.subscriptions.deleteCustomer(customer.customerId).catch((error: unknown) => {
        if (!isUnknownToStripe(error)) throw error;
      });
    },
  };
}
