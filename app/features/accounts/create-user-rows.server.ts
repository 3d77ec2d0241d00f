import { setImmediate } from 'node:timers/promises';
import type { SqlDatabase } from '~/core/db/sql';
import { RETAINED_TABLES, type UserRows } from './user-rows';

/** Batch size; other work waits for one batch. */
const BATCH_SIZE = 100;

export function createUserRows(sql: SqlDatabase): UserRows {
  let found: readonly string[] | undefined;
  /** All tables with a `user_id` column, so that new ones are included. */
  const tables = async (): Promise<readonly string[]> =>
    (found ??= (await sql.tablesWith('user_id')).filter((name) => !RETAINED_TABLES.has(name)));
  return {
    async remove(userId, except) {
      for (const table of (await tables()).filter((name) => !except.has(name))) {
        const remove = `DELETE FROM "${table}" WHERE rowid IN (
          SELECT rowid FROM "${table}" WHERE user_id = @userId LIMIT ${String(BATCH_SIZE)})`;
        while ((await sql.run(remove, { userId })) === BATCH_SIZE) await setImmediate();
      }
    },
    async deletedAfter(number, recentFrom) {
      const isLeft = (await tables())
        .map((table) => `EXISTS (SELECT 1 FROM "${table}" WHERE user_id = u.id)`)
        .join(' OR ');
      const rows = await sql.all<{ number: bigint; id: string; isLeft: bigint }>(
        `SELECT number, id, deleted_at > @recentFrom OR ${isLeft} AS isLeft FROM "user" u
         WHERE number > @number AND deleted_at IS NOT NULL ORDER BY number LIMIT ${String(BATCH_SIZE)}`,
        { recentFrom: recentFrom.toISOString(), number },
      );
      return rows.map((row) => ({ number: row.number, id: row.id, mayHaveRows: row.isLeft === 1n }));
    },
  };
}
