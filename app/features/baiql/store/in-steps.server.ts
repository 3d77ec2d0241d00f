import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { ConnectionLock } from '~/core/db/lock.server';

/** Rows that are changed in one commit: everybody else waits for as long as one takes. */
export const ROWS_AT_ONCE = 500;

/** What a run has written down besides its own row, and what tells the rows of one run apart. */
const DETAILS = {
  baiql_result: 'batch, number',
  baiql_log_line: 'number',
  baiql_memo_part: 'name',
  baiql_review: 'batch, number',
};

/** Much work on the one connection, in small commits with a turn for everybody else after each. */
export function inSteps({ connection, lock }: { connection: Database; lock: ConnectionLock }) {
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
  /** Returns how many rows it has changed or removed. */
  async function untilDone(work: () => { changes: number }): Promise<number> {
    for (let done = 0; ;) {
      const { changes } = await step(work);
      done += changes;
      if (changes < ROWS_AT_ONCE) return done;
    }
  }

  async function removeDetails(executionId: string): Promise<void> {
    for (const removal of removals)
      await untilDone(() => removal.run(executionId, executionId, ROWS_AT_ONCE));
  }

  return { step, untilDone, removeDetails };
}
