import { setImmediate } from 'node:timers/promises';
import type { Sql } from '~/core/db/sql';
import type { LedgerReports, WalkedEntry } from './reports';
import { keyNameOf } from './reads/key-name';
import { ENTRY_KINDS, userAccount } from './rules/accounts';

const BATCH_SIZE = 500;
/** Greater than any id. */
const END = 2n ** 31n - 1n;

const REPORT_QUERIES = {
  /** Uses a covering index. */
  totals: `
    SELECT count(*) AS calls, coalesce(sum(amount), 0) AS amount FROM ledger_entry
    WHERE kind = @kind AND occurred_at >= @start`,
  spentDown: `
    SELECT 1 FROM ledger_entry
    WHERE account_id = @account AND kind IN ('usage', 'adjustment') AND balance_after <= @most LIMIT 1`,
  /** Few groups; uses the index on account and time. */
  byModel: `
    SELECT coalesce(provider, '') AS provider, coalesce(model, '') AS model, count(*) AS requests,
      coalesce(sum(input_tokens), 0) AS inputTokens, coalesce(sum(output_tokens), 0) AS outputTokens,
      coalesce(-sum(amount), 0) AS cost
    FROM ledger_entry
    WHERE account_id = @account AND occurred_at >= @start AND occurred_at < @end AND kind = 'usage'
    GROUP BY provider, model`,
  /** Ids follow time, except where the system clock was set back. Uses the index on kind and time. */
  first: `
    SELECT min(id) AS id FROM ledger_entry WHERE kind = @kind AND occurred_at >= @start AND occurred_at < @end`,
  charged: `
    SELECT -sum(e.amount) AS charged FROM ledger_operation o
    JOIN ledger_entry e ON e.operation_id = o.id AND e.account_id = @account
    WHERE o.user_id = @userId AND o.endpoint = @endpoint
      AND o.idempotency_key > @keyPrefix AND o.idempotency_key < @keyEnd`,
  walk: `
    SELECT id, account_id AS accountId, occurred_at AS occurredAt, kind, provider, model,
      input_tokens AS inputTokens, output_tokens AS outputTokens, amount, balance_after AS balanceAfter, reason,
      api_key_id AS apiKeyId, (SELECT name FROM api_key WHERE api_key.id = ledger_entry.api_key_id) AS apiKeyName
    FROM ledger_entry WHERE id < @before ORDER BY id DESC LIMIT ${String(BATCH_SIZE)}`,
} as const;

type EntryRow = Omit<
  WalkedEntry,
  'userId' | 'occurredAtMs' | 'amountMicroUsd' | 'balanceAfterMicroUsd' | 'apiKey'
> & {
  apiKeyId: string | null;
  apiKeyName: string | null;
  accountId: string;
  occurredAt: bigint;
  amount: bigint;
  balanceAfter: bigint;
};
type ModelRow = Record<'requests' | 'inputTokens' | 'outputTokens' | 'cost', bigint> &
  Record<'provider' | 'model', string>;

const USER_ACCOUNTS = userAccount('');

export function createLedgerReports(sql: Sql): LedgerReports {
  const totals = (start: number, kind: string) =>
    sql.get<{ calls: bigint; amount: bigint }>(REPORT_QUERIES.totals, { start, kind });
  return {
    async totalsSince(startMs) {
      const usage = await totals(startMs, 'usage');
      const promo = await totals(startMs, 'promo');
      return {
        calls: Number(usage?.calls ?? 0n),
        paidMicroUsd: -(usage?.amount ?? 0n),
        promoMicroUsd: -(promo?.amount ?? 0n),
      };
    },
    hasSpentDownTo: async (userId, most) =>
      (await sql.get(REPORT_QUERIES.spentDown, { account: userAccount(userId), most })) !== undefined,
    async usageByModel(userId, { startMs, endMs }) {
      const range = { account: userAccount(userId), start: startMs, end: endMs };
      const rows = await sql.all<ModelRow>(REPORT_QUERIES.byModel, range);
      return rows.map(({ provider, model, requests, inputTokens, outputTokens, cost }) => ({
        provider,
        model,
        requests: Number(requests),
        inputTokens: Number(inputTokens),
        outputTokens: Number(outputTokens),
        costMicroUsd: cost,
      }));
    },
    async chargedFor(keys) {
      const values = { ...keys, keyEnd: `${keys.keyPrefix}~`, account: userAccount(keys.userId) };
      const row = await sql.get<{ charged: bigint | null }>(REPORT_QUERIES.charged, values);
      return Number(row?.charged ?? 0n);
    },
    async *walk({ startMs, endMs, kinds }) {
      const range = { start: startMs, end: endMs };
      let lowest = END;
      for (const kind of kinds ?? ENTRY_KINDS) {
        const row = await sql.get<{ id: bigint | null }>(REPORT_QUERIES.first, { ...range, kind });
        const id = row?.id;
        if (id != null && id < lowest) lowest = id;
      }
      for (let before = END; before > lowest;) {
        const rows = await sql.all<EntryRow>(REPORT_QUERIES.walk, { before });
        const last = rows.at(-1);
        if (!last) return;
        const inRange = rows.filter(({ occurredAt }) => occurredAt >= startMs && occurredAt < endMs);
        const wanted = inRange.filter(
          ({ accountId, kind }) => accountId.startsWith(USER_ACCOUNTS) && (kinds?.has(kind) ?? true),
        );
        if (wanted.length > 0) yield wanted.map(entryOf);
        before = last.id;
        await setImmediate();
      }
    },
  };
}

const entryOf = ({
  accountId,
  occurredAt,
  amount,
  balanceAfter,
  apiKeyId,
  apiKeyName,
  ...row
}: EntryRow): WalkedEntry => ({
  ...row,
  apiKey: keyNameOf(apiKeyId, apiKeyName),
  userId: accountId.slice(USER_ACCOUNTS.length),
  occurredAtMs: Number(occurredAt),
  amountMicroUsd: amount,
  balanceAfterMicroUsd: balanceAfter,
});
