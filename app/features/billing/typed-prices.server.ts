import type { AiPrice, PrismaClient } from '@prisma/client';
import { formatDate } from '~/ui/format-date';
import { priceIdIn, subjectOf } from './prices.server';

/**
 * Of these prices, those that an administrator entered rather than took over from a review: a margin, most often. Keyed by
 * the price's id, with the sentence that cautions against replacing it.
 */
export async function cautionTypedPrices(
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
