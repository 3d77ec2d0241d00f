import { setImmediate } from 'node:timers/promises';
import type { SqliteConnection } from '~/core/db/sqlite/database.server';
import type { LedgerReports, WalkedEntry } from '../reports';
import { keyNameOf } from '../reads/key-name';
import { ENTRY_KINDS, userAccount } from '../rules/accounts';

const BATCH_SIZE = 500;
/** Greater than any id. */
const END = BigInt(Number.MAX_SAFE_INTEGER);

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
      AND o.idempotency_key > @keyPrefix AND o.idempotency_key < @keyPrefix || '~'`,
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

type ChargedKeys = Parameters<LedgerReports['chargedFor']>[0];

const USER_ACCOUNTS = userAccount('');

export function createSqliteLedgerReports({ connection, lock }: SqliteConnection): LedgerReports {
  const totals = connection.prepare<[{ start: bigint; kind: string }], { calls: bigint; amount: bigint }>(
    REPORT_QUERIES.totals,
  );
  const spentDown = connection.prepare<[{ account: string; most: bigint }]>(REPORT_QUERIES.spentDown);
  const byModel = connection.prepare<[{ account: string; start: bigint; end: bigint }], ModelRow>(
    REPORT_QUERIES.byModel,
  );
  const first = connection.prepare<[{ kind: string; start: bigint; end: bigint }], { id: bigint | null }>(
    REPORT_QUERIES.first,
  );
  const charged = connection.prepare<[ChargedKeys & { account: string }], { charged: bigint | null }>(
    REPORT_QUERIES.charged,
  );
  const step = connection.prepare<[{ before: bigint }], EntryRow>(REPORT_QUERIES.walk);

  return {
    totalsSince: (startMs) =>
      lock.run(() => {
        const start = BigInt(startMs);
        const usage = totals.get({ start, kind: 'usage' });
        const promo = totals.get({ start, kind: 'promo' });
        return {
          calls: Number(usage?.calls ?? 0n),
          paidMicroUsd: -(usage?.amount ?? 0n),
          promoMicroUsd: -(promo?.amount ?? 0n),
        };
      }),
    hasSpentDownTo: (userId, most) =>
      lock.run(() => spentDown.get({ account: userAccount(userId), most }) !== undefined),
    usageByModel: (userId, { startMs, endMs }) =>
      lock.run(() =>
        byModel
          .all({ account: userAccount(userId), start: BigInt(startMs), end: BigInt(endMs) })
          .map(({ provider, model, requests, inputTokens, outputTokens, cost }) => ({
            provider,
            model,
            requests: Number(requests),
            inputTokens: Number(inputTokens),
            outputTokens: Number(outputTokens),
            costMicroUsd: cost,
          })),
      ),
    chargedFor: (keys) =>
      lock.run(() => {
        const row = charged.get({ ...keys, account: userAccount(keys.userId) });
        return Number(row?.charged ?? 0n);
      }),
    async *walk({ startMs, endMs, kinds }) {
      const range = { start: BigInt(startMs), end: BigInt(endMs) };
      let lowest = END;
      for (const kind of kinds ?? ENTRY_KINDS) {
        const id = await lock.run(() => first.get({ ...range, kind })?.id);
        if (id != null && id < lowest) lowest = id;
      }
      for (let before = END; before > lowest;) {
        const rows = await lock.run(() => step.all({ before }));
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
