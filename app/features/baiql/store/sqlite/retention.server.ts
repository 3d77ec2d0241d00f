import type { SqliteConnection } from '~/core/db/sqlite/database.server';
import type { Clock } from '~/core/shared/clock';
import type { DropFiles, RetentionRules, Swept } from '../run-store.server';
import { smallCommits, ROWS_PER_COMMIT } from './small-commits.server';

/** Removes expired data in small steps. */
export async function sweepRuns(
  { connection, lock, clock }: SqliteConnection & { clock: Clock },
  rules: RetentionRules,
  dropFiles: DropFiles = () => Promise.resolve(),
): Promise<Swept> {
  // Listed one by one, because an index can serve this and not a negation.
  const ended = `continue_as IN ('fresh', 'resume', 'retry-failed') AND status IN ('completed', 'failed') AND lease_owner IS NULL`;
  // From here on a run can't be resumed or inspected.
  const markOld = connection.prepare<[bigint]>(
    `UPDATE baiql_execution SET continue_as = 'never' WHERE ${ended} AND finished_at < ?`,
  );
  const withTooManyRuns = connection.prepare<[number], { userId: string }>(
    'SELECT user_id AS userId FROM baiql_execution GROUP BY user_id HAVING COUNT(*) > ?',
  );
  const markSuperseded = connection.prepare<[string, number, number]>(
    `UPDATE baiql_execution SET continue_as = 'never' WHERE ${ended} AND id IN (
       SELECT id FROM baiql_execution WHERE user_id = ? AND continue_as <> 'never'
       ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?
     )`,
  );
  const marked = connection.prepare<[], { id: string; userId: string }>(
    "SELECT id, user_id AS userId FROM baiql_execution WHERE continue_as = 'never' AND plan_hash > '' LIMIT 100",
  );
  // The files stay where the run wrote them, unless another run has replaced them.
  const removeRest = connection.prepare<[string]>(
    `UPDATE baiql_execution SET plan = '', plan_hash = '',
       outputs = replace(outputs, ',"isKept":true', '') WHERE id = ?`,
  );
  const removeOldReplies = connection.prepare<[bigint, number]>(
    'DELETE FROM baiql_reply WHERE key IN (SELECT key FROM baiql_reply WHERE created_at < ? LIMIT ?)',
  );
  const withTooMany = connection.prepare<[number], { userId: string; count: bigint }>(
    'SELECT user_id AS userId, COUNT(*) AS count FROM baiql_reply GROUP BY user_id HAVING COUNT(*) > ?',
  );
  // Skips runs in progress: a copy stands for a request that must not be paid again.
  const removeOldestReplies = connection.prepare<[string, number]>(
    `DELETE FROM baiql_reply WHERE key IN (
       SELECT key FROM baiql_reply WHERE user_id = ? AND execution_id NOT IN (
         SELECT id FROM baiql_execution WHERE status IN ('queued', 'running'))
       ORDER BY created_at LIMIT ?)`,
  );

  const { step, untilDone, removeDetails } = smallCommits({ connection, lock });

  async function removeRuns(nowMs: number): Promise<number> {
    await step(() => markOld.run(BigInt(nowMs - rules.keepDetailsMs)));
    for (const { userId } of await step(() => withTooManyRuns.all(rules.keepRuns))) {
      await untilDone(() => markSuperseded.run(userId, ROWS_PER_COMMIT, rules.keepRuns));
    }
    for (let runs = 0; ;) {
      const found = await step(() => marked.all());
      if (found.length === 0) return runs;
      for (const { id, userId } of found) {
        await removeDetails(id);
        await dropFiles(userId, id);
        await step(() => removeRest.run(id));
        runs += 1;
      }
    }
  }

  async function removeReplies(nowMs: number): Promise<number> {
    const before = BigInt(nowMs - Math.min(rules.keepRepliesMs, rules.keepDetailsMs));
    let removed = await untilDone(() => removeOldReplies.run(before, ROWS_PER_COMMIT));
    for (const { userId, count } of await step(() => withTooMany.all(rules.repliesOfUser))) {
      let left = Number(count) - rules.repliesOfUser;
      removed += await untilDone(() => {
        const { changes } = removeOldestReplies.run(userId, Math.min(left, ROWS_PER_COMMIT));
        left -= changes;
        return { changes };
      });
    }
    return removed;
  }

  const nowMs = clock();
  return { runs: await removeRuns(nowMs), replies: await removeReplies(nowMs) };
}
