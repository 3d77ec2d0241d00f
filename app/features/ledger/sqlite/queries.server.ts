import type { Database } from 'better-sqlite3';
import { DomainError } from '~/core/shared/errors';
import type { Balance, EntryPage, EntryQuery, LedgerLine, UsageSummary } from '../contract';
import { identifier, tokenCount } from '../money';
import { available, SYSTEM, userAccount } from './accounts.server';
import type { LedgerParts } from './parts.server';

const MAX_PAGE_SIZE = 1000;
/** Past every date: what "until now and later" means in a query. */
const END_OF_TIME_MS = Number.MAX_SAFE_INTEGER;

interface LineRow {
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
}

interface LineFilter {
  account: string;
  userId: string;
  start: bigint;
  end: bigint;
}

/**
 * What is set aside just now. A free send's hold is on the promo account and takes nothing from the person.
 * CROSS JOIN keeps SQLite from starting at the operations, of which a person may have a great many.
 */
const OPEN_HOLDS = `
  SELECT h.operation_id AS id, h.created_at AS occurredAt, 'hold' AS kind, o.provider, o.model, NULL AS inputTokens,
    NULL AS outputTokens, CASE WHEN o.is_free THEN 0 ELSE -h.amount END AS amount,
    a.posted - a.held AS balanceAfter, 'Set aside for a call in progress' AS reason, 1 AS isOpenHold
  FROM ledger_hold h CROSS JOIN ledger_operation o ON o.id = h.operation_id JOIN ledger_account a ON a.id = @account
  WHERE h.account_id IN (@account, '${SYSTEM.promo}') AND h.state = 'open' AND o.user_id = @userId
    AND h.created_at >= @start AND h.created_at < @end
  ORDER BY h.created_at DESC, h.rowid DESC`;

const ENTRIES =
  'FROM ledger_entry WHERE account_id = @account AND occurred_at >= @start AND occurred_at < @end';

export function queriesOf(connection: Database, { accounts, days, clock }: LedgerParts) {
  const openHolds = connection.prepare<[LineFilter], LineRow>(OPEN_HOLDS);
  const countEntries = connection.prepare<[LineFilter], { count: bigint }>(
    `SELECT count(*) AS count ${ENTRIES}`,
  );
  // The index gives this order, so a page costs no more for a long history.
  const pageOfEntries = connection.prepare<[LineFilter & { limit: bigint; offset: bigint }], LineRow>(
    `SELECT CAST(id AS TEXT) AS id, occurred_at AS occurredAt, kind, provider, model, input_tokens AS inputTokens,
       output_tokens AS outputTokens, amount, balance_after AS balanceAfter, reason, 0 AS isOpenHold
     ${ENTRIES} ORDER BY occurred_at DESC, ledger_entry.id DESC LIMIT @limit OFFSET @offset`,
  );
  const summary = connection.prepare<
    [LineFilter],
    { requests: bigint; inputTokens: bigint; outputTokens: bigint; cost: bigint }
  >(
    `SELECT count(*) AS requests, coalesce(sum(input_tokens), 0) AS inputTokens,
       coalesce(sum(output_tokens), 0) AS outputTokens, coalesce(-sum(amount), 0) AS cost
     ${ENTRIES} AND kind = 'usage'`,
  );

  return {
    balance(userId: string): Balance {
      const account = accounts.find(userAccount(identifier(userId, 'userId')));
      const today = days.find(userId, clock());
      return {
        postedMicroUsd: account.posted,
        heldMicroUsd: account.held,
        availableMicroUsd: available(account),
        debtMicroUsd: account.debt,
        spentTodayMicroUsd: today.spent,
        freeSendsToday: Number(today.freeSends),
      };
    },

    /** Newest first, after what is set aside just now. */
    entries(userId: string, query: EntryQuery): EntryPage {
      const filter = lineFilter(userId, query);
      const { page, pageSize } = query;
      if (!Number.isSafeInteger(page) || page < 1) throw wrongPage('page must be 1 or more');
      if (!Number.isSafeInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
        throw wrongPage(`pageSize must be between 1 and ${String(MAX_PAGE_SIZE)}`);
      }
      const holds = openHolds.all(filter);
      const first = (page - 1) * pageSize;
      const holdsHere = holds.slice(first, first + pageSize);
      const entriesHere = pageOfEntries.all({
        ...filter,
        limit: BigInt(pageSize - holdsHere.length),
        offset: BigInt(Math.max(0, first - holds.length)),
      });
      return {
        total: holds.length + Number(countEntries.get(filter)?.count ?? 0n),
        items: [...holdsHere, ...entriesHere].map(lineOf),
      };
    },

    usageSummary(
      userId: string,
      range: { startMs?: number | undefined; endMs?: number | undefined },
    ): UsageSummary {
      const row = summary.get(lineFilter(userId, range));
      return {
        totalRequests: Number(row?.requests ?? 0n),
        totalInputTokens: Number(row?.inputTokens ?? 0n),
        totalOutputTokens: Number(row?.outputTokens ?? 0n),
        totalCostMicroUsd: row?.cost ?? 0n,
      };
    },
  };
}

/** `start` belongs to the range, `end` does not. */
const lineFilter = (userId: string, range: { startMs?: number; endMs?: number }): LineFilter => ({
  account: userAccount(identifier(userId, 'userId')),
  userId,
  start: tokenCount(range.startMs ?? 0, 'startMs'),
  end: tokenCount(range.endMs ?? END_OF_TIME_MS, 'endMs'),
});

const lineOf = (row: LineRow): LedgerLine => ({
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
});

const wrongPage = (problem: string): DomainError =>
  new DomainError('invalid', `${problem}.`, { code: 'invalid_page' });
