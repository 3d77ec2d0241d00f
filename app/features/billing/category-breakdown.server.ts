import { DAY_MS } from '~/core/shared/clock';
import { costCents } from '~/core/shared/money';
import type { UserRef } from '~/core/server/session.server';
import { USAGE_INTERVAL_MS } from '~/features/ledger/index.server';
import type { BillingDeps } from './deps.server';
import type { CategoryBreakdown, RangeQuery } from './schema';

const DEFAULT_RANGE_DAYS = 30;
export const NO_CATEGORY = 'No category';

/** Spending by category, most expensive first. Times are rounded to 15 minutes. */
export async function breakDownCategories(
  services: Pick<BillingDeps, 'clock' | 'prisma' | 'ledger'>,
  { userId }: UserRef,
  { start, end }: RangeQuery,
): Promise<CategoryBreakdown> {
  const { ledger, clock } = services;
  // Includes usage at this very millisecond.
  const endMs = end ?? clock() + 1;
  const startMs = start ?? Math.max(0, endMs - DEFAULT_RANGE_DAYS * DAY_MS);
  const quarters = await ledger.usage(userId, [{ startMs: startMs - (startMs % USAGE_INTERVAL_MS), endMs }]);
  const totals = new Map<number, { requests: number; costMicroUsd: number }>();
  for (const { categoryId, requests, costMicroUsd } of quarters) {
    const total = totals.get(categoryId) ?? { requests: 0, costMicroUsd: 0 };
    total.requests += requests;
    total.costMicroUsd += costMicroUsd;
    totals.set(categoryId, total);
  }
  const all = [...totals.values()].reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0);
  const names = await categoryNames(services, [...totals.keys()]);
  return [...totals]
    .filter(([, { requests }]) => requests > 0)
    .sort(([, one], [, other]) => other.costMicroUsd - one.costMicroUsd || other.requests - one.requests)
    .map(([categoryId, { requests, costMicroUsd }]) => ({
      categoryId: categoryId === 0 ? null : categoryId,
      categoryName: names.get(categoryId) ?? NO_CATEGORY,
      requests,
      totalCostCents: costCents(BigInt(costMicroUsd)),
      percentCost: all === 0 ? 0 : Math.round((costMicroUsd / all) * 1000) / 10,
    }));
}

/** Names of categories, including hidden ones. Unknown ids are missing. */
export async function categoryNames(
  { prisma }: Pick<BillingDeps, 'prisma'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await prisma.category.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
