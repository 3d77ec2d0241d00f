import type { SqlDatabase } from '~/core/db/sql';
import type { DropFiles, RetentionRules, Swept } from './run-store.server';
import { ROWS_PER_COMMIT, smallCommits } from './small-commits.server';

// Listed one by one, because an index can serve this and not a negation.
const ENDED = `continue_as IN ('fresh', 'resume', 'retry-failed') AND status IN ('completed', 'failed') AND lease_owner IS NULL`;

const QUERIES = {
  // From here on a run can't be resumed or inspected.
  markOld: `UPDATE baiql_execution SET continue_as = 'never' WHERE ${ENDED} AND finished_at < @before`,
  withTooManyRuns: 'SELECT user_id AS userId FROM baiql_execution GROUP BY user_id HAVING COUNT(*) > @most',
  markSuperseded: `
    UPDATE baiql_execution SET continue_as = 'never' WHERE ${ENDED} AND id IN (
      SELECT id FROM baiql_execution WHERE user_id = @userId AND continue_as <> 'never'
      ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @keep)`,
  marked:
    "SELECT id, user_id AS userId FROM baiql_execution WHERE continue_as = 'never' AND plan_hash > '' LIMIT 100",
  // The files stay where the run wrote them, unless another run has replaced them.
  removeRest: `
    UPDATE baiql_execution SET plan = '', plan_hash = '',
      outputs = replace(outputs, ',"isKept":true', '') WHERE id = @id`,
  removeOldReplies: `
    DELETE FROM baiql_reply WHERE key IN (SELECT key FROM baiql_reply WHERE created_at < @before LIMIT @limit)`,
  withTooManyReplies: `
    SELECT user_id AS userId, COUNT(*) AS count FROM baiql_reply GROUP BY user_id HAVING COUNT(*) > @most`,
  // Skips runs in progress: a copy stands for a request that must not be paid again.
  removeOldestReplies: `
    DELETE FROM baiql_reply WHERE key IN (
      SELECT key FROM baiql_reply WHERE user_id = @userId AND execution_id NOT IN (
        SELECT id FROM baiql_execution WHERE status IN ('queued', 'running'))
      ORDER BY created_at LIMIT @limit)`,
} as const;

/** Removes expired data in small steps. */
export async function sweepRuns(
  sql: SqlDatabase,
  nowMs: number,
  rules: RetentionRules,
  dropFiles: DropFiles = () => Promise.resolve(),
): Promise<Swept> {
  const { step, untilDone, removeDetails } = smallCommits(sql);

  async function removeRuns(): Promise<number> {
    await step(QUERIES.markOld, { before: nowMs - rules.keepDetailsMs });
    const users = await sql.all<{ userId: string }>(QUERIES.withTooManyRuns, { most: rules.keepRuns });
    for (const { userId } of users) await untilDone(QUERIES.markSuperseded, { userId, keep: rules.keepRuns });
    for (let runs = 0; ;) {
      const found = await sql.all<{ id: string; userId: string }>(QUERIES.marked);
      if (found.length === 0) return runs;
      for (const { id, userId } of found) {
        await removeDetails(id);
        await dropFiles(userId, id);
        await step(QUERIES.removeRest, { id });
        runs += 1;
      }
    }
  }

  async function removeReplies(): Promise<number> {
    const before = nowMs - Math.min(rules.keepRepliesMs, rules.keepDetailsMs);
    let removed = await untilDone(QUERIES.removeOldReplies, { before });
    const users = await sql.all<{ userId: string; count: bigint }>(QUERIES.withTooManyReplies, {
      most: rules.repliesOfUser,
    });
    for (const { userId, count } of users) {
      for (let left = Number(count) - rules.repliesOfUser; left > 0;) {
        const limit = Math.min(left, ROWS_PER_COMMIT);
        const changes = await step(QUERIES.removeOldestReplies, { userId, limit });
        removed += changes;
        left -= changes;
        if (changes < limit) break;
      }
    }
    return removed;
  }

  return { runs: await removeRuns(), replies: await removeReplies() };
}
