import { DomainError } from '~/core/shared/errors';
import type { EntryQuery, LedgerLine, UsageSummary } from '../contract';
import { tokenCount } from '../money';
import { SYSTEM } from '../rules/accounts';
import { USAGE_INTERVAL_MS } from '../rules/usage';
import { keyNameOf } from './key-name';

const MAX_PAGE_SIZE = 1000;
/** The open end of a time range. */
const END_OF_TIME_MS = Number.MAX_SAFE_INTEGER;
export const END_OF_TIME = BigInt(END_OF_TIME_MS);

export interface LineRow {
  id: string;
  occurredAt: bigint;
  kind: string;
  provider: string | null;
  model: string | null;
  inputTokens: bigint | null;
  outputTokens: bigint | null;
  amount: bigint;
  balanceAfter: bigint;
  reason: string;
  isOpenHold: bigint;
  apiKeyId: string | null;
  /** Null once the account is deleted. */
  apiKeyName: string | null;
}

export type UsageRow = Record<'requests' | 'inputTokens' | 'outputTokens' | 'cost', bigint>;

export interface KeyRange {
  account: string;
  apiKeyId: string;
  oldest: bigint;
  newest: bigint;
}

export interface TimeRange {
  account: string;
  start: bigint;
  end: bigint;
}

export const LINE_COLUMNS = `CAST(id AS TEXT) AS id, occurred_at AS occurredAt, kind, provider, model,
  input_tokens AS inputTokens, output_tokens AS outputTokens, amount, balance_after AS balanceAfter, reason,
  0 AS isOpenHold, api_key_id AS apiKeyId,
  (SELECT name FROM api_key WHERE api_key.id = ledger_entry.api_key_id) AS apiKeyName`;

/** The statements that read a user's ledger, for both databases. A test checks their query plans. */
export const QUERIES = {
  /**
   * Open holds. A free send's hold is on the promo account and doesn't affect the user's balance. CROSS JOIN keeps
   * SQLite from scanning the user's operations, which may be very many.
   */
  openHolds: `
    SELECT h.operation_id AS id, h.created_at AS occurredAt, 'hold' AS kind, o.provider, o.model,
      NULL AS inputTokens, NULL AS outputTokens, CASE WHEN o.is_free THEN 0 ELSE -h.amount END AS amount,
      a.posted - a.held AS balanceAfter, 'On hold for a request in progress' AS reason, 1 AS isOpenHold,
      o.api_key_id AS apiKeyId, (SELECT name FROM api_key WHERE id = o.api_key_id) AS apiKeyName
    FROM ledger_hold h CROSS JOIN ledger_operation o ON o.id = h.operation_id JOIN ledger_account a ON a.id = @account
    WHERE h.account_id IN (@account, '${SYSTEM.promo}') AND h.state = 'open' AND o.user_id = @userId
      AND h.created_at >= @start AND h.created_at < @end AND (@apiKeyId IS NULL OR o.api_key_id = @apiKeyId)`,

  /**
   * Entries of an account are numbered without gaps, so a page is a range of versions and its cost doesn't depend on
   * its depth.
   */
  entries: `
    SELECT ${LINE_COLUMNS} FROM ledger_entry
    WHERE account_id = @account AND version BETWEEN @oldest AND @newest ORDER BY version DESC`,

  /** A page of one API key's entries. Their versions have gaps, so its cost grows with its depth. */
  entriesOfKey: `
    SELECT ${LINE_COLUMNS} FROM ledger_entry
    WHERE api_key_id = @apiKeyId AND version BETWEEN @oldest AND @newest AND +account_id = @account
    ORDER BY version DESC LIMIT @limit OFFSET @offset`,

  countOfKey: `
    SELECT count(*) AS count FROM ledger_entry
    WHERE api_key_id = @apiKeyId AND version BETWEEN @oldest AND @newest AND +account_id = @account`,

  /** Version of the account's newest entry; 0 if there is none. */
  lastVersion: 'SELECT version FROM ledger_account WHERE id = @account',

  /** Version of the first entry at or after a time. Several entries may share a millisecond. */
  firstVersionFrom: `
    SELECT min(version) AS version FROM ledger_entry WHERE account_id = @account AND occurred_at =
      (SELECT min(occurred_at) FROM ledger_entry WHERE account_id = @account AND occurred_at >= @start)`,

  /** Version of the last entry before a time. */
  lastVersionBefore: `
    SELECT max(version) AS version FROM ledger_entry WHERE account_id = @account AND occurred_at =
      (SELECT max(occurred_at) FROM ledger_entry WHERE account_id = @account AND occurred_at < @end)`,

  /** The plus sign makes SQLite use the key range instead of reading all postings of the user. */
  postings: `
    SELECT idempotency_key AS key, kind, amount AS amountMicroUsd FROM ledger_posting
    WHERE idempotency_key >= @first AND idempotency_key < @last AND +user_id = @userId ORDER BY idempotency_key`,

  /** Whole 15-minute intervals, aggregated per completion: far fewer rows than entries. */
  quarterSums: `
    SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(input_tokens), 0) AS inputTokens,
      coalesce(sum(output_tokens), 0) AS outputTokens, coalesce(sum(cost), 0) AS cost
    FROM ledger_usage WHERE user_id = @userId AND quarter >= @start AND quarter < @end
      AND (@apiKeyId IS NULL OR api_key_id = @apiKeyId)`,

  /** The partial intervals at both ends of a range, from a covering index. */
  summary: `
    SELECT count(*) AS requests, coalesce(sum(input_tokens), 0) AS inputTokens,
      coalesce(sum(output_tokens), 0) AS outputTokens, coalesce(-sum(amount), 0) AS cost
    FROM ledger_entry
    WHERE account_id = @account AND occurred_at >= @start AND occurred_at < @end AND kind = 'usage'`,

  /** The same for one API key, from the versions of the range. */
  summaryOfKey: `
    SELECT count(*) AS requests, coalesce(sum(input_tokens), 0) AS inputTokens,
      coalesce(sum(output_tokens), 0) AS outputTokens, coalesce(-sum(amount), 0) AS cost
    FROM ledger_entry
    WHERE api_key_id = @apiKeyId AND version BETWEEN @oldest AND @newest AND +account_id = @account`,
} as const;

export interface TimeLimits {
  startMs?: number | undefined;
  endMs?: number | undefined;
}

const QUARTER = BigInt(USAGE_INTERVAL_MS);

/** The start of the first 15-minute interval at or after a time. */
const nextIntervalStart = (at: bigint): bigint => at + ((QUARTER - (at % QUARTER)) % QUARTER);

/** `start` is inclusive, `end` exclusive. Times before 1970 are clamped; no entry is older. */
export const timeRange = (account: string, limits: TimeLimits): TimeRange => ({
  account,
  start: tokenCount(Math.max(0, limits.startMs ?? 0), 'startMs'),
  end: tokenCount(Math.max(0, limits.endMs ?? END_OF_TIME_MS), 'endMs'),
});

export const lineOf = (row: LineRow): LedgerLine => ({
  id: row.id,
  occurredAtMs: Number(row.occurredAt),
  kind: row.kind,
  provider: row.provider,
  model: row.model,
  inputTokens: row.inputTokens === null ? null : Number(row.inputTokens),
  outputTokens: row.outputTokens === null ? null : Number(row.outputTokens),
  amountMicroUsd: row.amount,
  balanceAfterMicroUsd: row.balanceAfter,
  reason: row.reason,
  isOpenHold: row.isOpenHold === 1n,
  apiKey: keyNameOf(row.apiKeyId, row.apiKeyName),
});

const wrongPage = (problem: string): DomainError =>
  new DomainError('invalid', `${problem}.`, { code: 'invalid_page' });

export function checkPage({ page, pageSize }: EntryQuery): void {
  if (!Number.isSafeInteger(page) || page < 1) throw wrongPage('page must be 1 or more');
  if (!Number.isSafeInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
    throw wrongPage(`pageSize must be between 1 and ${String(MAX_PAGE_SIZE)}`);
  }
}

/** The usage of a range: whole intervals as they are added up, and the entries at both ends. */
export function usageParts(range: TimeRange): { entries: TimeRange[]; intervals?: TimeRange } {
  const first = nextIntervalStart(range.start);
  const last = range.end - (range.end % QUARTER);
  if (first >= last) return { entries: [range] };
  return {
    entries: [
      { ...range, end: first },
      { ...range, start: last },
    ],
    intervals: { ...range, start: first, end: last },
  };
}

export function usageSummaryOf(parts: readonly (UsageRow | undefined)[]): UsageSummary {
  const sum = (name: keyof UsageRow) => parts.reduce((all, part) => all + (part?.[name] ?? 0n), 0n);
  return {
    totalRequests: Number(sum('requests')),
    totalInputTokens: Number(sum('inputTokens')),
    totalOutputTokens: Number(sum('outputTokens')),
    totalCostMicroUsd: sum('cost'),
  };
}
