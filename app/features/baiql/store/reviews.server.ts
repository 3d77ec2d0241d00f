import type { ResultPlace } from '@promptwell/baiql-runtime';
import type { Sql } from '~/core/db/sql';
import type { RunReviews } from '../runs/responses';
import type { CarriedCorrection, Correction, Review, Verdict } from './run-store.server';

interface CountRow {
  verdict: Verdict;
  count: bigint;
  pending: bigint;
  unpriced: bigint;
  cost: bigint | null;
}

interface LatestRow {
  verdict: Verdict;
  text: string;
  original: string;
  at: bigint;
}

const AT = 'execution_id = @id AND batch = @batch AND number = @number';
const REVIEWS = {
  isAtRest: `
    SELECT id FROM baiql_execution
    WHERE id = @id AND status IN ('completed', 'failed') AND lease_owner IS NULL AND continue_as <> 'never'
    FOR UPDATE`,
  save: `
    INSERT INTO baiql_review (execution_id, batch, number, verdict, is_pending, at, run, task_hash, text, original)
    VALUES (@executionId, @batch, @number, @verdict, @isPending, @at, @run, @taskHash, @text, @original)
    ON CONFLICT (execution_id, batch, number) DO UPDATE SET verdict = excluded.verdict,
      is_pending = excluded.is_pending, at = excluded.at, run = excluded.run, task_hash = excluded.task_hash,
      text = excluded.text, original = excluded.original`,
  remove: `DELETE FROM baiql_review WHERE ${AT}`,
  settle: `UPDATE baiql_review SET is_pending = FALSE WHERE ${AT} AND is_pending`,
  // The user's latest verdict on the task, in whichever run: asking again takes a correction back.
  latestOfTask: `
    SELECT v.verdict, v.text, v.original, v.at FROM baiql_review v JOIN baiql_execution e ON e.id = v.execution_id
    WHERE v.task_hash = @taskHash AND e.user_id = @userId ORDER BY v.at DESC LIMIT 1`,
  saveCounts: `
    UPDATE baiql_execution SET
      edited = (SELECT COUNT(*) FROM baiql_review WHERE execution_id = @id AND verdict = 'edited'),
      to_write = (SELECT COUNT(*) FROM baiql_review WHERE execution_id = @id AND is_pending)
    WHERE id = @id`,
  // Failed transactions and copies of another reply cost nothing; asking again costs about the average.
  counts: `
    SELECT v.verdict, COUNT(*) AS count, COUNT(CASE WHEN v.is_pending THEN 1 END) AS pending,
      COUNT(CASE WHEN v.is_pending AND r.cost IS NULL THEN 1 END) AS unpriced,
      SUM(CASE WHEN NOT v.is_pending THEN 0 WHEN r.cost > 0 THEN r.cost ELSE e.cost / greatest(1, e.succeeded) END) AS cost
    FROM baiql_review v
    JOIN baiql_result r ON r.execution_id = v.execution_id AND r.batch = v.batch AND r.number = v.number
    JOIN baiql_execution e ON e.id = v.execution_id
    WHERE v.execution_id = @id GROUP BY v.verdict`,
} as const;

/** Reviews, in the caller's transaction. */
export function reviewsIn(sql: Sql) {
  const recount = (id: string) => sql.run(REVIEWS.saveCounts, { id });
  const isAtRest = async (id: string) => (await sql.get(REVIEWS.isAtRest, { id })) !== undefined;
  return {
    /** False: the run is in progress or still settling. */
    async save(review: Review, taskHash: string, nowMs: number): Promise<boolean> {
      if (!(await isAtRest(review.executionId))) return false;
      await sql.run(REVIEWS.save, { ...review, taskHash, at: nowMs });
      await recount(review.executionId);
      return true;
    },
    /** Stores a correction that a run in progress has taken from an earlier one. */
    async carry(correction: CarriedCorrection, nowMs: number): Promise<void> {
      await sql.run(REVIEWS.save, { ...correction, verdict: 'edited', isPending: false, at: nowMs });
      await recount(correction.executionId);
    },
    /** The user's correction of the reply to the task; undefined if the latest verdict on it is another one. */
    async correctionOf(userId: string, taskHash: string): Promise<Correction | undefined> {
      const latest = await sql.get<LatestRow>(REVIEWS.latestOfTask, { taskHash, userId });
      if (latest?.verdict !== 'edited') return undefined;
      return { text: latest.text, original: latest.original, atMs: Number(latest.at) };
    },
    /** As `save`. */
    async remove(id: string, { batch, number }: ResultPlace): Promise<boolean> {
      if (!(await isAtRest(id))) return false;
      await sql.run(REVIEWS.remove, { id, batch, number });
      await recount(id);
      return true;
    },
    /** Marks reviews as done: their new results will be in the files. */
    async settle(id: string, places: readonly ResultPlace[]): Promise<void> {
      let settled = 0;
      for (const { batch, number } of places) settled += await sql.run(REVIEWS.settle, { id, batch, number });
      if (settled > 0) await recount(id);
    },
    async count(id: string): Promise<RunReviews> {
      const rows = new Map(
        (await sql.all<CountRow>(REVIEWS.counts, { id })).map((row) => [row.verdict, row]),
      );
      const asked = rows.get('asked');
      return {
        edited: Number(rows.get('edited')?.count ?? 0n),
        pendingEdits: Number(rows.get('edited')?.pending ?? 0n),
        pendingAsks: Number(asked?.pending ?? 0n),
        askMicroUsd: (asked?.unpriced ?? 0n) > 0n ? null : Number(asked?.cost ?? 0n),
        accepted: Number(rows.get('accepted')?.count ?? 0n),
      };
    },
  };
}
