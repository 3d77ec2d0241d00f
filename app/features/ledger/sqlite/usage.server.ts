import type { Database } from 'better-sqlite3';
import { MINUTE_MS } from '~/core/shared/clock';
import { z } from '~/core/shared/zod';
import type { BilledUsage, TimeSlot, UnchargedCall, UsageInterval } from '../contract';
import { keyNameOf } from './key-name';
import type { HoldRow } from './operations.server';

/** Days start at a multiple of 15 minutes in every time zone, so intervals can be summed to days of any of them. */
export const USAGE_INTERVAL_MS = 15 * MINUTE_MS;

/** What one operation adds; missing fields are 0. */
interface UsageOfCall {
  requests?: bigint;
  freeRequests?: bigint;
  notCharged?: bigint;
  inputTokens?: bigint;
  outputTokens?: bigint;
  costMicroUsd?: bigint;
  freeValueMicroUsd?: bigint;
  cacheSavedMicroUsd?: bigint;
}

const UNCHARGED_COLUMNS = `u.operation_id AS operationId, u.at, u.provider, u.model, u.reason,
  o.api_key_id AS apiKeyId, (SELECT name FROM api_key WHERE id = o.api_key_id) AS apiKeyName`;
const UNCHARGED_WITH_KEY = 'ledger_uncharged u LEFT JOIN ledger_operation o ON o.id = u.operation_id';

export const USAGE_QUERIES = {
  quarters: `
    SELECT quarter, endpoint, provider, model, category_id, api_key_id, requests, free_requests, not_charged,
      input_tokens, output_tokens, cost, free_value, cache_saved
    FROM ledger_usage WHERE user_id = @userId AND quarter >= @start AND quarter < @end
      AND (@apiKeyId IS NULL OR api_key_id = @apiKeyId)`,

  uncharged: `
    SELECT ${UNCHARGED_COLUMNS} FROM ${UNCHARGED_WITH_KEY}
    WHERE u.user_id = @userId AND u.at >= @start AND u.at < @end
      AND (@apiKeyId IS NULL OR o.api_key_id = @apiKeyId)
    ORDER BY u.at DESC LIMIT @limit`,

  /** The next rows of an export, ordered by key. */
  quartersAfter: `
    SELECT quarter, endpoint, provider, model, category_id, api_key_id, requests, free_requests, not_charged,
      input_tokens, output_tokens, cost, free_value, cache_saved
    FROM ledger_usage
    WHERE user_id = @userId
      AND (quarter, endpoint, provider, model, category_id, api_key_id)
        > (@startMs, @endpoint, @provider, @model, @categoryId, @apiKeyId)
    ORDER BY quarter, endpoint, provider, model, category_id, api_key_id LIMIT @limit`,

  /** Uncharged operations, newest first. Several may have failed in one millisecond. */
  unchargedBefore: `
    SELECT ${UNCHARGED_COLUMNS}, u.rowid AS rowNumber FROM ${UNCHARGED_WITH_KEY}
    WHERE u.user_id = @userId AND (u.at, u.rowid) < (@atMs, @rowNumber)
    ORDER BY u.at DESC, u.rowid DESC LIMIT @limit`,
} as const;

/** Aggregated in SQL: a busy month has very many intervals, and a page needs one sum per day. */
const SLOT_QUERY = `
  SELECT @start, endpoint, provider, model, category_id, api_key_id, sum(requests), sum(free_requests), sum(not_charged),
    sum(input_tokens), sum(output_tokens), sum(cost), sum(free_value), sum(cache_saved)
  FROM ledger_usage WHERE user_id = @userId AND quarter >= @start AND quarter < @end
    AND (@apiKeyId IS NULL OR api_key_id = @apiKeyId)
  GROUP BY provider, model, endpoint, category_id, api_key_id`;

/** Positional rows: the driver takes twice as long for named ones, and there may be very many. */
type QuarterRow = [
  startMs: number,
  endpoint: string,
  provider: string,
  model: string,
  categoryId: number,
  apiKeyId: string,
  requests: number,
  freeRequests: number,
  notCharged: number,
  inputTokens: number,
  outputTokens: number,
  costMicroUsd: number,
  freeValueMicroUsd: number,
  cacheSavedMicroUsd: number,
];

interface UnchargedRow extends Omit<UnchargedCall, 'atMs' | 'apiKey'> {
  at: bigint;
  apiKeyId: string | null;
  apiKeyName: string | null;
}

export type UsageTable = ReturnType<typeof usageOf>;

/** Usage per user and 15-minute interval, so that dashboards don't read the entries. */
export function usageOf(connection: Database) {
  const add = connection.prepare<[ReturnType<typeof addedRow>]>(
    `INSERT INTO ledger_usage (user_id, quarter, endpoint, provider, model, category_id, api_key_id, requests,
       free_requests, not_charged, input_tokens, output_tokens, cost, free_value, cache_saved)
     VALUES (@userId, @quarter, @endpoint, @provider, @model, @categoryId, @apiKeyId, @requests, @freeRequests, @notCharged,
       @inputTokens, @outputTokens, @costMicroUsd, @freeValueMicroUsd, @cacheSavedMicroUsd)
     ON CONFLICT DO UPDATE SET requests = requests + excluded.requests,
       free_requests = free_requests + excluded.free_requests, not_charged = not_charged + excluded.not_charged,
       input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens,
       cost = cost + excluded.cost, free_value = free_value + excluded.free_value,
       cache_saved = cache_saved + excluded.cache_saved`,
  );
  const rowsOf = (sql: string) =>
    connection
      .prepare<[{ userId: string; start: bigint; end: bigint; apiKeyId: string | null }], QuarterRow>(sql)
      .safeIntegers(false)
      .raw();
  const quarters = rowsOf(USAGE_QUERIES.quarters);
  const slot = rowsOf(SLOT_QUERY);
  const quartersAfter = connection
    .prepare<[{ userId: string; limit: number } & StoredQuarterKey], QuarterRow>(USAGE_QUERIES.quartersAfter)
    .safeIntegers(false)
    .raw();
  const insertUncharged = connection.prepare(
    `INSERT INTO ledger_uncharged (operation_id, user_id, at, provider, model, reason) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const uncharged = connection.prepare<
    [{ userId: string; start: bigint; end: bigint; limit: bigint; apiKeyId: string | null }],
    UnchargedRow
  >(USAGE_QUERIES.uncharged);
  const unchargedBefore = connection.prepare<
    [{ userId: string; limit: number } & UnchargedKey],
    UnchargedRow & { rowNumber: bigint }
  >(USAGE_QUERIES.unchargedBefore);
  return {
    add: (hold: HoldRow, atMs: number, call: UsageOfCall): void => {
      add.run(addedRow(hold, atMs, call));
    },
    addUncharged: (hold: HoldRow, atMs: number, reason: string): void => {
      add.run(addedRow(hold, atMs, { notCharged: 1n }));
      insertUncharged.run(hold.operationId, hold.userId, BigInt(atMs), hold.provider, hold.model, reason);
    },
    /** Intervals that start within the range, or the total of each slot. */
    find(
      userId: string,
      range: TimeSlot | readonly TimeSlot[],
      { apiKeyId = null }: { apiKeyId?: string | null | undefined } = {},
    ): UsageInterval[] {
      const rows = ({ startMs, endMs }: TimeSlot, statement: typeof quarters): QuarterRow[] =>
        statement.all({ userId, start: BigInt(startMs), end: BigInt(endMs), apiKeyId });
      const found = isSlots(range) ? range.flatMap((each) => rows(each, slot)) : rows(range, quarters);
      return found.map(quarterOf);
    },
    /** Without `last`, the first rows. */
    findAfter: (userId: string, last: QuarterKey | undefined, limit: number): UsageInterval[] =>
      quartersAfter.all({ ...keyOfQuarter(last ?? BEFORE_ALL), userId, limit }).map(quarterOf),
    findUncharged: (
      userId: string,
      { startMs, endMs, limit }: TimeSlot & { limit: number },
      { apiKeyId = null }: { apiKeyId?: string | null | undefined } = {},
    ): UnchargedCall[] =>
      uncharged
        .all({ userId, start: BigInt(startMs), end: BigInt(endMs), limit: BigInt(limit), apiKeyId })
        .map(unchargedOf),
    findUnchargedBefore: (userId: string, last: UnchargedKey | undefined, limit: number) => {
      const { atMs, rowNumber } = last ?? AFTER_ALL;
      return unchargedBefore.all({ userId, limit, atMs, rowNumber }).map(({ rowNumber: own, ...row }) => ({
        atMs: Number(row.at),
        rowNumber: own,
        call: unchargedOf(row),
      }));
    },
  };
}

type QuarterKey = Pick<
  UsageInterval,
  'startMs' | 'endpoint' | 'provider' | 'model' | 'categoryId' | 'apiKeyId'
>;
/** Without a key, the column is empty: a primary key holds no null. */
type StoredQuarterKey = Omit<QuarterKey, 'apiKeyId'> & { apiKeyId: string };
type UnchargedKey = { atMs: number; rowNumber: bigint };

const BEFORE_ALL: QuarterKey = {
  startMs: -1,
  endpoint: '',
  provider: '',
  model: '',
  categoryId: 0,
  apiKeyId: null,
};
const AFTER_ALL: UnchargedKey = { atMs: Number.MAX_SAFE_INTEGER, rowNumber: 0n };

const keyOfQuarter = ({
  startMs,
  endpoint,
  provider,
  model,
  categoryId,
  apiKeyId,
}: QuarterKey): StoredQuarterKey => ({
  startMs,
  endpoint,
  provider,
  model,
  categoryId,
  apiKeyId: apiKeyId ?? '',
});

const unchargedOf = ({ at, apiKeyId, apiKeyName, ...call }: UnchargedRow): UnchargedCall => ({
  ...call,
  atMs: Number(at),
  apiKey: keyNameOf(apiKeyId, apiKeyName),
});

const isSlots = (range: TimeSlot | readonly TimeSlot[]): range is readonly TimeSlot[] => Array.isArray(range);

const addedRow = (hold: HoldRow, atMs: number, call: UsageOfCall) => ({
  userId: hold.userId,
  quarter: BigInt(atMs - (atMs % USAGE_INTERVAL_MS)),
  endpoint: hold.endpoint,
  provider: hold.provider,
  model: hold.model,
  categoryId: hold.categoryId ?? 0n,
  apiKeyId: hold.apiKeyId ?? '',
  requests: call.requests ?? 0n,
  freeRequests: call.freeRequests ?? 0n,
  notCharged: call.notCharged ?? 0n,
  inputTokens: call.inputTokens ?? 0n,
  outputTokens: call.outputTokens ?? 0n,
  costMicroUsd: call.costMicroUsd ?? 0n,
  freeValueMicroUsd: call.freeValueMicroUsd ?? 0n,
  cacheSavedMicroUsd: call.cacheSavedMicroUsd ?? 0n,
});

const quarterOf = (row: QuarterRow): UsageInterval => ({
  startMs: row[0],
  endpoint: row[1],
  provider: row[2],
  model: row[3],
  categoryId: row[4],
  apiKeyId: row[5] === '' ? null : row[5],
  requests: row[6],
  freeRequests: row[7],
  notCharged: row[8],
  inputTokens: row[9],
  outputTokens: row[10],
  costMicroUsd: row[11],
  freeValueMicroUsd: row[12],
  cacheSavedMicroUsd: row[13],
});

const count = z.number().int().nonnegative();
const extrasSchema = z.object({
  cacheReadTokens: count.default(0),
  cacheWriteTokens: count.default(0),
  searches: count.default(0),
  audioSeconds: count.optional(),
});
export type BilledExtras = z.output<typeof extrasSchema>;

/** JSON of the billed usage other than plain tokens; null if there is none, as for most completions. */
export function storedExtras(usage: BilledUsage): string | null {
  const { cacheReadTokens, cacheWriteTokens, searches, audioSeconds = 0 } = usage;
  if (cacheReadTokens + cacheWriteTokens + searches + audioSeconds === 0) return null;
  return JSON.stringify({
    cacheReadTokens,
    cacheWriteTokens,
    searches,
    ...(audioSeconds > 0 && { audioSeconds }),
  });
}

export const readExtras = (stored: string | null): BilledExtras =>
  extrasSchema.parse(stored === null ? {} : JSON.parse(stored));
