import { setImmediate } from 'node:timers/promises';
import type { SqliteConnection } from '~/core/db/sqlite/database.server';

/** Rows changed per commit; other queries wait for a commit. */
export const ROWS_PER_COMMIT = 500;

/** The tables of a run's details, with the columns that identify a row within a run. */
const DETAILS = {
  baiql_result: 'batch, number',
  baiql_log_line: 'number',
  baiql_memo_part: 'name',
  baiql_review: 'batch, number',
};

/** Splits long work on the shared connection into small commits, releasing the lock after each. */
export function smallCommits({ connection, lock }: SqliteConnection) {
  const removals = Object.entries(DETAILS).map(([table, key]) =>
    connection.prepare<[string, string, number]>(
      `DELETE FROM ${table} WHERE execution_id = ? AND (${key}) IN (
         SELECT ${key} FROM ${table} WHERE execution_id = ? LIMIT ?)`,
    ),
  );

  async function step<T>(work: () => T): Promise<T> {
    const done = await lock.run(() => connection.transaction(work).immediate());
    await setImmediate();
    return done;
  }
  /** Returns the number of rows changed or removed. */
  async function untilDone(work: () => { changes: number }): Promise<number> {
    for (let done = 0; ;) {
      const { changes } = await step(work);
      done += changes;
      if (changes < ROWS_PER_COMMIT) return done;
    }
  }

  async function removeDetails(executionId: string): Promise<void> {
    for (const removal of removals)
      await untilDone(() => removal.run(executionId, executionId, ROWS_PER_COMMIT));
  }

  return { step, untilDone, removeDetails };
}
