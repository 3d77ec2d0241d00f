import type { Queries } from '~/core/db/postgres/queries.server';
import { statement } from '~/core/db/postgres/statement.server';
import { utcDay, utcMonth } from '~/core/shared/clock';
import { EMPTY_DAY, type DayRow } from '../rules/rows';

const find = statement(
  `SELECT spent, free_sends AS freeSends, free_optimizations AS freeOptimizations, without_text AS withoutText
   FROM ledger_day WHERE user_id = @userId AND day = @day`,
);
const spentSince = statement(
  'SELECT coalesce(sum(spent), 0) AS spent FROM ledger_day WHERE user_id = @userId AND day BETWEEN @first AND @day',
);
const add = statement(
  `INSERT INTO ledger_day (user_id, day, spent, free_sends, free_optimizations, without_text)
   VALUES (@userId, @day, @spent, @freeSends, @freeOptimizations, @withoutText)
   ON CONFLICT (user_id, day) DO UPDATE SET spent = ledger_day.spent + excluded.spent,
     free_sends = ledger_day.free_sends + excluded.free_sends,
     free_optimizations = ledger_day.free_optimizations + excluded.free_optimizations,
     without_text = ledger_day.without_text + excluded.without_text`,
);
const findKeyMonth = statement(
  'SELECT spent FROM ledger_key_month WHERE api_key_id = @apiKeyId AND month = @month',
);
const addKeyMonth = statement(
  `INSERT INTO ledger_key_month (api_key_id, month, spent) VALUES (@apiKeyId, @month, @spent)
   ON CONFLICT (api_key_id, month) DO UPDATE SET spent = ledger_key_month.spent + excluded.spent`,
);

export const findDay = async (queries: Queries, userId: string, atMs: number): Promise<DayRow> =>
  (await queries.get<DayRow>(find, { userId, day: utcDay(atMs) })) ?? EMPTY_DAY;

/** From the first of the month (UTC) until this day. */
export async function spentInMonth(queries: Queries, userId: string, atMs: number): Promise<bigint> {
  const day = utcDay(atMs);
  const row = await queries.get<{ spent: bigint }>(spentSince, {
    userId,
    day,
    first: `${utcMonth(atMs)}-01`,
  });
  return row?.spent ?? 0n;
}

/** Adds to what is counted on a day. */
export async function addToDay(
  queries: Queries,
  { userId, atMs, ...counts }: { userId: string; atMs: number } & Partial<DayRow>,
): Promise<void> {
  const all = { ...EMPTY_DAY, ...counts };
  if (Object.values(all).some((count) => count !== 0n))
    await queries.run(add, { userId, day: utcDay(atMs), ...all });
}

export async function spentWithKey(queries: Queries, apiKeyId: string, atMs: number): Promise<bigint> {
  const row = await queries.get<{ spent: bigint }>(findKeyMonth, { apiKeyId, month: utcMonth(atMs) });
  return row?.spent ?? 0n;
}

export async function addSpentWithKey(
  queries: Queries,
  { apiKeyId, atMs, spent }: { apiKeyId: string; atMs: number; spent: bigint },
): Promise<void> {
  if (spent !== 0n) await queries.run(addKeyMonth, { apiKeyId, month: utcMonth(atMs), spent });
}
