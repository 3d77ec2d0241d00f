import type { Database } from 'better-sqlite3';
import type { TimeSlot, UnchargedCall, UsageInterval } from '../contract';
import {
  BEFORE_ALL,
  isSlots,
  keyOfQuarter,
  quarterOf,
  SLOT_QUERY,
  unchargedOf,
  USAGE_QUERIES,
  type QuarterKey,
  type QuarterRow,
  type StoredQuarterKey,
  type UnchargedRow,
} from '../reads/usage';
import type { HoldRow } from '../rules/rows';
import { addedUsage, type UsageOfCall } from '../rules/usage';

export type UsageTable = ReturnType<typeof usageOf>;

/** Usage per user and 15-minute interval, so that dashboards don't read the entries. */
export function usageOf(connection: Database) {
  const add = connection.prepare<[ReturnType<typeof addedUsage>]>(
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
      add.run(addedUsage(hold, atMs, call));
    },
    addUncharged: (hold: HoldRow, atMs: number, reason: string): void => {
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

type UnchargedKey = { atMs: number; rowNumber: bigint };

const AFTER_ALL: UnchargedKey = { atMs: Number.MAX_SAFE_INTEGER, rowNumber: 0n };
