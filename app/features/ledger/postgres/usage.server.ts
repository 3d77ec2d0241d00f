import type { Queries } from '~/core/db/postgres/queries.server';
import { statement, type Statement } from '~/core/db/postgres/statement.server';
import type { TimeSlot, UnchargedCall, UsageInterval } from '../contract';
import {
  BEFORE_ALL,
  isSlots,
  keyOfQuarter,
  quarterOf,
  SLOT_QUERY,
  UNCHARGED_COLUMNS,
  UNCHARGED_WITH_KEY,
  unchargedOf,
  USAGE_QUERIES,
  type QuarterKey,
  type QuarterRow,
  type UnchargedRow,
} from '../reads/usage';

const quarters = statement(USAGE_QUERIES.quarters);
const quartersAfter = statement(USAGE_QUERIES.quartersAfter);
const uncharged = statement(USAGE_QUERIES.uncharged);
const slot = statement(SLOT_QUERY.replace('@start,', 'CAST(@start AS bigint),'));
/** Several may have failed in one millisecond. */
const unchargedBefore = statement(`
  SELECT ${UNCHARGED_COLUMNS} FROM ${UNCHARGED_WITH_KEY}
  WHERE u.user_id = @userId AND (u.at, u.operation_id) < (@at, @operationId)
  ORDER BY u.at DESC, u.operation_id DESC LIMIT @limit`);

/** Amounts are within the ledger's bounds, which keep them exact as numbers. */
async function intervalsOf(queries: Queries, sql: Statement, values: Record<string, unknown>) {
  const rows = await queries.lists(sql, values);
  // As the statement selects them.
  return rows.map((row) =>
    quarterOf(row.map((value) => (typeof value === 'bigint' ? Number(value) : value)) as QuarterRow),
  );
}

/** Intervals that start within the range, or the total of each slot. */
export async function findUsage(
  queries: Queries,
  userId: string,
  range: TimeSlot | readonly TimeSlot[],
  { apiKeyId = null }: { apiKeyId?: string | null | undefined },
): Promise<UsageInterval[]> {
  const isTotal = isSlots(range);
  const found: UsageInterval[] = [];
  for (const { startMs, endMs } of isTotal ? range : [range]) {
    const values = { userId, start: startMs, end: endMs, apiKeyId };
    for (const row of await intervalsOf(queries, isTotal ? slot : quarters, values)) found.push(row);
  }
  return found;
}

/** Without `last`, the first rows. */
export const findUsageAfter = (
  queries: Queries,
  userId: string,
  last: QuarterKey | undefined,
  limit: number,
) => intervalsOf(queries, quartersAfter, { ...keyOfQuarter(last ?? BEFORE_ALL), userId, limit });

export async function findUncharged(
  queries: Queries,
  userId: string,
  { startMs, endMs, limit }: TimeSlot & { limit: number },
  { apiKeyId = null }: { apiKeyId?: string | null | undefined },
): Promise<UnchargedCall[]> {
  const rows = await queries.all<UnchargedRow>(uncharged, {
    userId,
    start: startMs,
    end: endMs,
    limit,
    apiKeyId,
  });
  return rows.map(unchargedOf);
}

export async function findUnchargedBefore(
  queries: Queries,
  userId: string,
  last: UnchargedCall | undefined,
  limit: number,
): Promise<UnchargedCall[]> {
  const at = last?.atMs ?? Number.MAX_SAFE_INTEGER;
  const rows = await queries.all<UnchargedRow>(unchargedBefore, {
    userId,
    limit,
    at,
    operationId: last?.operationId ?? '',
  });
  return rows.map(unchargedOf);
}
