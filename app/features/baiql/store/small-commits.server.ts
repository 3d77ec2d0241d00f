import { setImmediate } from 'node:timers/promises';
import type { SqlDatabase, SqlValues } from '~/core/db/sql';

/** Rows changed per commit; on SQLite, other queries wait for a commit. */
export const ROWS_PER_COMMIT = 500;

/** The tables of a run's details, with the columns that identify a row within a run. */
const DETAILS = {
  baiql_result: 'batch, number',
  baiql_log_line: 'number',
  baiql_memo_part: 'name',
  baiql_review: 'batch, number',
};

/** Splits long work into small commits, and lets other work in after each. */
export function smallCommits(sql: SqlDatabase) {
  async function step(statement: string, values: SqlValues): Promise<number> {
    const changes = await sql.run(statement, values);
    await setImmediate();
    return changes;
  }
  /** For a statement that changes up to `@limit` rows. Returns how many it changed until none were left. */
  async function untilDone(statement: string, values: SqlValues, limit = ROWS_PER_COMMIT): Promise<number> {
    for (let done = 0; ;) {
      const changes = await step(statement, { ...values, limit });
      done += changes;
      if (changes < limit) return done;
    }
  }

  async function removeDetails(executionId: string): Promise<void> {
    for (const [table, key] of Object.entries(DETAILS)) {
      const remove = `DELETE FROM ${table} WHERE execution_id = @executionId AND (${key}) IN (
        SELECT ${key} FROM ${table} WHERE execution_id = @executionId LIMIT @limit)`;
      await untilDone(remove, { executionId });
    }
  }

  return { step, untilDone, removeDetails };
}
