import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { ConnectionLock } from '~/core/db/lock.server';
import { ENTRY_KINDS, userAccount } from './accounts.server';

/** Ledger reports for administrators, across all users. Amounts are micro-dollars. */
export interface LedgerReports {
  /** Completions settled since a time, what users paid, and what the platform paid. */
  totalsSince(startMs: number): Promise<PlatformTotals>;
  /** Whether usage or an adjustment has ever brought the user's balance down to this amount. */
  hasSpentDownTo(userId: string, microUsd: bigint): Promise<boolean>;
  /** One user's usage by model. */
  usageByModel(userId: string, range: { startMs: number; endMs: number }): Promise<ModelUsage[]>;
  /** Entries of all users, newest first, in batches of a few hundred. `kinds` filters by kind. */
  walk(range: { startMs: number; endMs: number; kinds?: ReadonlySet<string> }): AsyncGenerator<WalkedEntry[]>;
}

interface PlatformTotals {
  calls: number;
  paidMicroUsd: bigint;
  promoMicroUsd: bigint;
}

interface ModelUsage {
  provider: string;
  model: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: bigint;
}

export interface WalkedEntry {
  id: bigint;
  userId: string;
  occurredAtMs: number;
  kind: string;
  provider: string | null;
  model: string | null;
  inputTokens: bigint | null;
  outputTokens: bigint | null;
  amountMicroUsd: bigint;
  balanceAfterMicroUsd: bigint;
  reason: string;
}

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
  walk: `
    SELECT id, account_id AS accountId, occurred_at AS occurredAt, kind, provider, model,
      input_tokens AS inputTokens, output_tokens AS outputTokens, amount, balance_after AS balanceAfter, reason
    FROM ledger_entry WHERE id < @before ORDER BY id DESC LIMIT ${String(BATCH_SIZE)}`,
} as const;

type EntryRow = Omit<WalkedEntry, 'userId' | 'occurredAtMs' | 'amountMicroUsd' | 'balanceAfterMicroUsd'> & {
  accountId: string;
  occurredAt: bigint;
  amount: bigint;
  balanceAfter: bigint;
};
type ModelRow = Record<'requests' | 'inputTokens' | 'outputTokens' | 'cost', bigint> &
  Record<'provider' | 'model', string>;

const USER_ACCOUNTS = userAccount('');

export function createLedgerReports(connection: Database, lock: ConnectionLock): LedgerReports {
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

const entryOf = ({ accountId, occurredAt, amount, balanceAfter, ...row }: EntryRow): WalkedEntry => ({
  ...row,
  userId: accountId.slice(USER_ACCOUNTS.length),
  occurredAtMs: Number(occurredAt),
  amountMicroUsd: amount,
  balanceAfterMicroUsd: balanceAfter,
});
