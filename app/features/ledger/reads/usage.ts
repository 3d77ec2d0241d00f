import type { TimeSlot, UnchargedCall, UsageInterval } from '../contract';
import { keyNameOf } from './key-name';

export const UNCHARGED_COLUMNS = `u.operation_id AS operationId, u.at, u.provider, u.model, u.reason,
  o.api_key_id AS apiKeyId, (SELECT name FROM api_key WHERE id = o.api_key_id) AS apiKeyName`;
export const UNCHARGED_WITH_KEY = 'ledger_uncharged u LEFT JOIN ledger_operation o ON o.id = u.operation_id';

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
export const SLOT_QUERY = `
  SELECT @start, endpoint, provider, model, category_id, api_key_id, sum(requests), sum(free_requests), sum(not_charged),
    sum(input_tokens), sum(output_tokens), sum(cost), sum(free_value), sum(cache_saved)
  FROM ledger_usage WHERE user_id = @userId AND quarter >= @start AND quarter < @end
    AND (@apiKeyId IS NULL OR api_key_id = @apiKeyId)
  GROUP BY provider, model, endpoint, category_id, api_key_id`;

/** Positional rows: the driver takes twice as long for named ones, and there may be very many. */
export type QuarterRow = [
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

export interface UnchargedRow extends Omit<UnchargedCall, 'atMs' | 'apiKey'> {
  at: bigint;
  apiKeyId: string | null;
  apiKeyName: string | null;
}

export type QuarterKey = Pick<
  UsageInterval,
  'startMs' | 'endpoint' | 'provider' | 'model' | 'categoryId' | 'apiKeyId'
>;
/** Without a key, the column is empty: a primary key holds no null. */
export type StoredQuarterKey = Omit<QuarterKey, 'apiKeyId'> & { apiKeyId: string };

export const BEFORE_ALL: QuarterKey = {
  startMs: -1,
  endpoint: '',
  provider: '',
  model: '',
  categoryId: 0,
  apiKeyId: null,
};

export const keyOfQuarter = ({
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

export const unchargedOf = ({ at, apiKeyId, apiKeyName, ...call }: UnchargedRow): UnchargedCall => ({
  ...call,
  atMs: Number(at),
  apiKey: keyNameOf(apiKeyId, apiKeyName),
});

export const isSlots = (range: TimeSlot | readonly TimeSlot[]): range is readonly TimeSlot[] =>
  Array.isArray(range);

export const quarterOf = (row: QuarterRow): UsageInterval => ({
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
