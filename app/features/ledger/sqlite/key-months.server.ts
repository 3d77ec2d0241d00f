import type { Database } from 'better-sqlite3';
import { utcMonth } from '~/core/shared/clock';

export type KeyMonths = ReturnType<typeof keyMonthsOf>;

/** Spending per API key and UTC month. */
export function keyMonthsOf(connection: Database) {
  const find = connection
    .prepare<[string, string], bigint>(
      'SELECT spent FROM ledger_key_month WHERE api_key_id = ? AND month = ?',
    )
    .pluck();
  const add = connection.prepare<[string, string, bigint]>(
    `INSERT INTO ledger_key_month (api_key_id, month, spent) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET spent = spent + excluded.spent`,
  );
  return {
    spent: (apiKeyId: string, atMs: number): bigint => find.get(apiKeyId, utcMonth(atMs)) ?? 0n,
    addSpent: (apiKeyId: string, atMs: number, amountMicroUsd: bigint): void => {
      if (amountMicroUsd !== 0n) add.run(apiKeyId, utcMonth(atMs), amountMicroUsd);
    },
  };
}
