import type { Database } from 'better-sqlite3';
import type { ConnectionLock } from '~/core/db/lock.server';

/** Rows that are changed in one commit: everybody else waits for as long as one takes. */
export const ROWS_AT_ONCE = 500;

/** Of a run (twice its id), so many at once. */
export const REMOVE_MEMO_PARTS = `DELETE FROM baiql_memo_part WHERE execution_id = ? AND name IN (
  SELECT name FROM baiql_memo_part WHERE execution_id = ? LIMIT ?)`;

/** Much work on the one connection, in small commits with a turn for everybody else after each. */
export function inSteps({ connection, lock }: { connection: Database; lock: ConnectionLock }) {
  async function step<T>(work: () => T): Promise<T> {
    const done = await lock.run(() => connection.transaction(work).immediate());
    await new Promise((resolve) => setImmediate(resolve));
    return done;
  }
  return {
    step,
    /** Returns how many rows it has changed or removed. */
    untilDone: async (work: () => { changes: number }): Promise<number> => {
      for (let done = 0; ;) {
        const { changes } = await step(work);
        done += changes;
        if (changes < ROWS_AT_ONCE) return done;
      }
    },
  };
}
