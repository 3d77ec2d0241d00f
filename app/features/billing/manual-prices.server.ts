import type { AiPrice, PrismaClient } from '@prisma/client';
import { formatDate } from '~/ui/format-date';
import { priceIdIn, subjectOf } from './prices.server';

/**
 * Cautions against replacing prices that an administrator entered, which usually include a margin. Keyed by price id;
 * prices from a review have none.
 */
export async function cautionManualPrices(
  prisma: PrismaClient,
  prices: readonly AiPrice[],
): Promise<ReadonlyMap<string, string>> {
  const events = await prisma.auditEvent.findMany({
    where: { action: 'price.upsert', subject: { in: prices.map(subjectOf) } },
    select: { detail: true },
  });
  const typed = new Set(events.map(({ detail }) => priceIdIn(detail)));
  return new Map(
    prices
      .filter(({ id }) => typed.has(id))
      .map(({ id, validFrom }) => [
        id,
        `An administrator set this price on ${formatDate(validFrom, 'UTC')}. Applying replaces it.`,
      ]),
  );
}
