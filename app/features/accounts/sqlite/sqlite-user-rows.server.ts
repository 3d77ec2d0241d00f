import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { SqliteConnection } from '~/core/db/sqlite/database.server';
import { RETAINED_TABLES, type UserRows } from '../user-rows';

/** Batch size; other work waits for one batch. */
const BATCH_SIZE = 100;

export function createSqliteUserRows({ connection, lock }: SqliteConnection): UserRows {
  let found: readonly string[] | undefined;
  const tables = (): readonly string[] => (found ??= userTables(connection));
  return {
    async remove(userId, except) {
      for (const table of tables().filter((name) => !except.has(name))) {
        const remove = connection.prepare<[string, number]>(
          `DELETE FROM "${table}" WHERE rowid IN (SELECT rowid FROM "${table}" WHERE user_id = ? LIMIT ?)`,
        );
        while ((await lock.run(() => remove.run(userId, BATCH_SIZE).changes)) === BATCH_SIZE)
          await setImmediate();
      }
    },
    deletedAfter: (number, recentFrom) => {
      const isLeft = tables()
        .map((table) => `EXISTS (SELECT 1 FROM "${table}" WHERE user_id = u.id)`)
        .join(' OR ');
      const deleted = connection.prepare<
        [string, bigint, number],
        { number: bigint; id: string; isLeft: bigint }
      >(
        `SELECT number, id, deleted_at > ? OR ${isLeft} AS isLeft FROM user u
         WHERE number > ? AND deleted_at IS NOT NULL ORDER BY number LIMIT ?`,
      );
      return lock.run(() =>
        deleted
          .all(recentFrom.toISOString(), number, BATCH_SIZE)
          .map((row) => ({ number: row.number, id: row.id, mayHaveRows: row.isLeft === 1n })),
      );
    },
  };
}

/** All tables with a `user_id` column, so that new ones are included. */
const userTables = (connection: Database): string[] =>
  connection
    .prepare<[], { name: string }>(
      `SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.name = 'user_id'`,
    )
    .all()
    .flatMap(({ name }) => (RETAINED_TABLES.has(name) ? [] : [name]));
