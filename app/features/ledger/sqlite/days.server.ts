import type { Database } from 'better-sqlite3';
import { utcDay } from '~/core/shared/clock';

interface DayRow {
  spent: bigint;
  freeSends: bigint;
  /** Answers without visible text that cost the person nothing. */
  withoutText: bigint;
}

const NOTHING: DayRow = { spent: 0n, freeSends: 0n, withoutText: 0n };

export type Days = ReturnType<typeof daysOf>;

/** What a person has spent and sent on one UTC day. */
export function daysOf(connection: Database) {
  const find = connection.prepare<[string, string], DayRow>(
    `SELECT spent, free_sends AS freeSends, without_text AS withoutText
     FROM ledger_day WHERE user_id = ? AND day = ?`,
  );
  const add = connection.prepare<[string, string, bigint, bigint]>(
    `INSERT INTO ledger_day (user_id, day, spent, free_sends) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET spent = spent + excluded.spent, free_sends = free_sends + excluded.free_sends`,
  );
  const addWithoutText = connection.prepare<[string, string]>(
    `INSERT INTO ledger_day (user_id, day, without_text) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET without_text = without_text + 1`,
  );
  return {
    find: (userId: string, atMs: number): DayRow => find.get(userId, utcDay(atMs)) ?? NOTHING,
    addSpent: (userId: string, atMs: number, amountMicroUsd: bigint): void => {
      if (amountMicroUsd !== 0n) add.run(userId, utcDay(atMs), amountMicroUsd, 0n);
    },
    addWithoutText: (userId: string, atMs: number): void => {
      addWithoutText.run(userId, utcDay(atMs));
    },
    addFreeSends: (userId: string, atMs: number, count: 1n | -1n): void => {
      add.run(userId, utcDay(atMs), 0n, count);
    },
  };
}
