import type { Prisma } from '@prisma/client';
import type { z } from 'zod';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { describeRun, LONG_TEXTS, type RunRow } from './read-runs.server';
import type { RunPage } from './answers';
import type { listRunsSchema } from './schema';

type Query = z.output<typeof listRunsSchema>;
type Where = Prisma.BaiqlExecutionWhereInput;

/** What each order goes by, up to what no two runs share. There is an index for each. */
const ORDERS = {
  started: ['createdAt', 'id'],
  status: ['status', 'createdAt', 'id'],
  cost: ['cost', 'createdAt', 'id'],
} as const satisfies Record<Query['sort'], readonly (keyof RunRow)[]>;

/** One's own runs: by the page, or after a run. The next ones are found by the last one's place, not counted off. */
export async function listRuns(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  { userId }: Actor,
  { page, pageSize, status, sort, order, after }: Query,
): Promise<RunPage> {
  const where = { userId, ...(status === undefined ? {} : { status }) };
  const columns = ORDERS[sort];
  // A run that is not one's own, or not any more, is no place to go on from: the list begins anew.
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
 * The parts in which a list is read, one after the other. Runs whose cost is not known stand apart, the cheapest of
 * all: no comparison finds them.
 */
function partsOf(sort: Query['sort'], order: Query['order'], last: RunRow | null): Where[] {
  if (sort !== 'cost') return [last ? beyond(ORDERS[sort], order, last) : {}];
  const unknown: Where = { cost: null };
  const known: Where = { NOT: { cost: null } };
  if (!last) return order === 'asc' ? [unknown, known] : [known, unknown];
  if (last.cost === null) {
    const rest = { AND: [unknown, beyond(ORDERS.started, order, last)] };
    return order === 'asc' ? [rest, known] : [rest];
  }
  const rest = beyond(ORDERS.cost, order, last);
  return order === 'asc' ? [rest] : [rest, unknown];
}

/** Past a run in an order: a range of the index, without those of it that come before. */
function beyond(columns: readonly (keyof RunRow)[], order: Query['order'], last: RunRow): Where {
  const [first = 'createdAt'] = columns;
  const before = columns.slice(1).map((column, index) => {
    const alike = Object.fromEntries(columns.slice(0, index + 1).map((each) => [each, last[each]]));
    const isLast = index === columns.length - 2;
    const comparison = order === 'asc' ? (isLast ? 'lte' : 'lt') : isLast ? 'gte' : 'gt';
    return { ...alike, [column]: { [comparison]: last[column] } };
  });
  return { [first]: { [order === 'asc' ? 'gte' : 'lte']: last[first] }, NOT: before };
}

/** The page of one's own runs. */
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
