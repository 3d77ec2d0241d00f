import type { Prisma } from '@prisma/client';
import type { z } from 'zod';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { describeRun, LONG_TEXTS, type RunRow } from './read-runs.server';
import type { RunPage } from './responses';
import type { listRunsSchema } from './schema';

type Query = z.output<typeof listRunsSchema>;
type Where = Prisma.BaiqlExecutionWhereInput;

/** Sort columns of each order, ending with a unique one. Each order has an index. */
const ORDERS = {
  started: ['createdAt', 'id'],
  status: ['status', 'createdAt', 'id'],
  cost: ['cost', 'createdAt', 'id'],
} as const satisfies Record<Query['sort'], readonly (keyof RunRow)[]>;

/** Lists the user's runs by page, or after a given run (keyset pagination). */
export async function listRuns(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  { userId }: Actor,
  { page, pageSize, status, sort, order, after }: Query,
): Promise<RunPage> {
  const where = { userId, ...(status === undefined ? {} : { status }) };
  const columns = ORDERS[sort];
  // If the cursor's run is not the user's or has been deleted, the list starts over.
  const last =
    after === undefined
      ? null
      : await prisma.baiqlExecution.findFirst({ where: { id: after, userId }, omit: LONG_TEXTS });
  const rows: RunRow[] = [];
  let skip = last ? 0 : (page - 1) * pageSize;
  for (const part of partsOf(sort, order, last)) {
    const found = await prisma.baiqlExecution.findMany({
      where: { AND: [where, part] },
      orderBy: columns.map((column) => ({ [column]: order })),
      skip,
      take: pageSize + 1 - rows.length,
      omit: LONG_TEXTS,
    });
    for (const row of found) rows.push(row);
    if (rows.length > pageSize) break;
    skip = Math.max(0, skip - (await prisma.baiqlExecution.count({ where: { AND: [where, part] } })));
  }
  const items = rows.slice(0, pageSize).map((row) => describeRun(row));
  return {
    total: await prisma.baiqlExecution.count({ where }),
    page,
    pageSize,
    items,
    next: rows.length > pageSize ? (items.at(-1)?.executionId ?? null) : null,
  };
}

/**
 * The ranges that make up the list, in order. Runs of unknown cost are a range of their own, sorted as cheapest,
 * because no comparison matches NULL.
 */
function partsOf(sort: Query['sort'], order: Query['order'], last: RunRow | null): Where[] {
  if (sort !== 'cost') return [last ? afterRun(ORDERS[sort], order, last) : {}];
  const unknown: Where = { cost: null };
  const known: Where = { NOT: { cost: null } };
  if (!last) return order === 'asc' ? [unknown, known] : [known, unknown];
  if (last.cost === null) {
    const rest = { AND: [unknown, afterRun(ORDERS.started, order, last)] };
    return order === 'asc' ? [rest, known] : [rest];
  }
  const rest = afterRun(ORDERS.cost, order, last);
  return order === 'asc' ? [rest] : [rest, unknown];
}

/** Condition for rows after a run in this order: an index range that skips the earlier rows. */
function afterRun(columns: readonly (keyof RunRow)[], order: Query['order'], last: RunRow): Where {
  const [first = 'createdAt'] = columns;
  const before = columns.slice(1).map((column, index) => {
    const alike = Object.fromEntries(columns.slice(0, index + 1).map((each) => [each, last[each]]));
    const isLast = index === columns.length - 2;
    const comparison = order === 'asc' ? (isLast ? 'lte' : 'lt') : isLast ? 'gte' : 'gt';
    return { ...alike, [column]: { [comparison]: last[column] } };
  });
  return { [first]: { [order === 'asc' ? 'gte' : 'lte']: last[first] }, NOT: before };
}

export async function listRunsPage(
  services: Pick<BaiqlDeps, 'clock' | 'prisma' | 'preferences'>,
  actor: Actor,
  query: Query,
) {
  const [runs, { PreferredTimezone: timeZone }] = await Promise.all([
    listRuns(services, actor, query),
    services.preferences.read(actor.userId),
  ]);
  return { runs, timeZone, now: new Date(services.clock()).toISOString() };
}
