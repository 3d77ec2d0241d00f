import { DAY_MS } from '~/core/shared/clock';
import { costCents } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import type { CategoryBreakdown, RangeQuery } from './schema';

const USUAL_RANGE_DAYS = 30;
export const NO_CATEGORY = 'No category';

/** What one spent by category, the most expensive first. Moments are taken to the quarter of an hour. */
export async function breakDownCategories(
  { ledger, prisma, clock }: Services,
  { userId }: Pick<Actor, 'userId'>,
  { start, end }: RangeQuery,
): Promise<CategoryBreakdown> {
  const endMs = end ?? clock();
  const quarters = await ledger.usage(userId, {
    startMs: start ?? Math.max(0, endMs - USUAL_RANGE_DAYS * DAY_MS),
    endMs,
  });
  const totals = new Map<number | null, { requests: number; cost: bigint }>();
  for (const { categoryId, requests, costMicroUsd } of quarters) {
    const { requests: before, cost } = totals.get(categoryId) ?? { requests: 0, cost: 0n };
    totals.set(categoryId, { requests: before + requests, cost: cost + costMicroUsd });
  }
  const all = [...totals.values()].reduce((sum, { cost }) => sum + cost, 0n);
  const names = await categoryNames({ prisma }, [...totals.keys()]);
  return [...totals]
    .filter(([, { requests }]) => requests > 0)
    .sort(([, one], [, other]) => Number(other.cost - one.cost) || other.requests - one.requests)
    .map(([categoryId, { requests, cost }]) => ({
      categoryId,
      categoryName: names.get(categoryId) ?? NO_CATEGORY,
      requests,
      totalCostCents: costCents(cost),
      percentCost: all === 0n ? 0 : Number((cost * 1000n) / all) / 10,
    }));
}

/** Also of categories that are hidden by now; one that never was has no name. */
export async function categoryNames(
  { prisma }: Pick<Services, 'prisma'>,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, string>> {
  const rows = await prisma.category.findMany({
    where: { id: { in: ids.filter((id) => id !== null) } },
    select: { id: true, name: true },
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
