import type { Database } from 'better-sqlite3';
import type { ConnectionLock } from '~/core/db/lock.server';
import type { Logger } from '~/core/server/logger.server';
import { HOUR_MS, type Clock } from '~/core/shared/clock';
import { smallCommits, ROWS_PER_COMMIT } from './small-commits.server';

/** Retention of runs. A run's cost is always kept, and so are the user's files where it wrote them. */
export interface RetentionRules {
  /** Age after which prompts, replies, log lines and file copies of ended runs are removed. */
  keepDetailsMs: number;
  /** The newest runs per user whose details are kept. */
  keepRuns: number;
  /** Age limit of stored replies, which answer identical requests. */
  keepRepliesMs: number;
  repliesOfUser: number;
}

export interface Swept {
  runs: number;
  replies: number;
}

/** Removes expired data in small steps. An interrupted sweep is completed by the next one. */
export function createRetention(
  { connection, lock, clock }: { connection: Database; lock: ConnectionLock; clock: Clock },
  rules: RetentionRules,
  dropFiles: (userId: string, executionId: string) => Promise<void> = () => Promise.resolve(),
): { sweep: () => Promise<Swept> } {
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

  async function sweepRuns(nowMs: number): Promise<number> {
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

  async function sweepReplies(nowMs: number): Promise<number> {
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

  return {
    sweep: async () => {
      const nowMs = clock();
      return { runs: await sweepRuns(nowMs), replies: await sweepReplies(nowMs) };
    },
  };
}

/** Runs one sweep at a time. */
export function sweepNowAndHourly(
  { sweep }: { sweep: () => Promise<Swept> },
  log: Logger,
): { stop(): Promise<void> } {
  let current: Promise<void> | null = null;
  const begin = (): void => {
    current ??= sweep()
      .then(
        ({ runs, replies }) => {
          if (runs + replies > 0) log.info({ runs, replies }, 'removed old prompts and replies of runs');
        },
        (err: unknown) => log.error({ err }, 'old prompts and replies of runs could not be removed'),
      )
      .finally(() => {
        current = null;
      });
  };
  const timer = setInterval(begin, HOUR_MS).unref();
  begin();
  return {
    stop: async () => {
      clearInterval(timer);
      await current;
    },
  };
}
