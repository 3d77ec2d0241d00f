import type { Database } from 'better-sqlite3';
import { utcDay } from '~/core/shared/clock';
import { EMPTY_DAY, type DayRow } from '../rules/rows';

export type Days = ReturnType<typeof daysOf>;

/** Spending and free operations per user and UTC day. */
export function daysOf(connection: Database) {
  const find = connection.prepare<[string, string], DayRow>(
    `SELECT spent, free_sends AS freeSends, free_optimizations AS freeOptimizations, without_text AS withoutText
     FROM ledger_day WHERE user_id = ? AND day = ?`,
  );
  const addSpent = connection.prepare<[string, string, bigint]>(
    `INSERT INTO ledger_day (user_id, day, spent) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET spent = spent + excluded.spent`,
  );
  const addFree = connection.prepare<[string, string, bigint, bigint]>(
    `INSERT INTO ledger_day (user_id, day, free_sends, free_optimizations) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET free_sends = free_sends + excluded.free_sends,
       free_optimizations = free_optimizations + excluded.free_optimizations`,
  );
  const addWithoutText = connection.prepare<[string, string]>(
    `INSERT INTO ledger_day (user_id, day, without_text) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET without_text = without_text + 1`,
  );
  const spentSince = connection
    .prepare<[string, string, string], bigint>(
      'SELECT coalesce(sum(spent), 0) FROM ledger_day WHERE user_id = ? AND day BETWEEN ? AND ?',
    )
    .pluck();
  return {
    /** From the first of the month (UTC) until this day. */
    spentInMonth(userId: string, atMs: number): bigint {
      const today = utcDay(atMs);
      return spentSince.get(userId, `${today.slice(0, 7)}-01`, today) ?? 0n;
    },
    find: (userId: string, atMs: number): DayRow => find.get(userId, utcDay(atMs)) ?? EMPTY_DAY,
    addSpent: (userId: string, atMs: number, amountMicroUsd: bigint): void => {
      if (amountMicroUsd !== 0n) addSpent.run(userId, utcDay(atMs), amountMicroUsd);
    },
    addWithoutText: (userId: string, atMs: number): void => {
      addWithoutText.run(userId, utcDay(atMs));
    },
    addFreeCalls: (userId: string, atMs: number, count: 1n | -1n, isOptimization: boolean): void => {
      addFree.run(userId, utcDay(atMs), isOptimization ? 0n : count, isOptimization ? count : 0n);
    },
  };
}
