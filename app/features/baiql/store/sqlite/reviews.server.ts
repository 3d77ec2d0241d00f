import type { ResultPlace } from '@promptwell/baiql-runtime';
import type { Database } from 'better-sqlite3';
import type { RunReviews } from '../../runs/responses';
import type { CarriedCorrection, Correction, Review, Verdict } from '../run-store.server';

interface CountRow {
  verdict: Verdict;
  count: bigint;
  pending: bigint;
  unpriced: bigint;
  cost: bigint | null;
}

/** Statements on reviews, for use in the caller's transaction. */
export function reviewStatements(connection: Database) {
  const isAtRest = connection.prepare<[string], { id: string }>(
    `SELECT id FROM baiql_execution
     WHERE id = ? AND status IN ('completed', 'failed') AND lease_owner IS NULL AND continue_as <> 'never'`,
  );
  const save = connection.prepare(
    `INSERT INTO baiql_review (execution_id, batch, number, verdict, is_pending, at, run, task_hash, text, original)
     VALUES (@executionId, @batch, @number, @verdict, @isPending, @at, @run, @taskHash, @text, @original)
     ON CONFLICT (execution_id, batch, number) DO UPDATE SET verdict = excluded.verdict,
       is_pending = excluded.is_pending, at = excluded.at, run = excluded.run, task_hash = excluded.task_hash,
       text = excluded.text, original = excluded.original`,
  );
  const remove = connection.prepare<[string, number, number]>(
    'DELETE FROM baiql_review WHERE execution_id = ? AND batch = ? AND number = ?',
  );
  const settle = connection.prepare<[string, number, number]>(
    'UPDATE baiql_review SET is_pending = 0 WHERE execution_id = ? AND batch = ? AND number = ? AND is_pending = 1',
  );
  // The user's latest verdict on the task, in whichever run: asking again takes a correction back.
  const latestOfTask = connection.prepare<
    [string, string],
    { verdict: Verdict; text: string; original: string; at: bigint }
  >(
    `SELECT v.verdict, v.text, v.original, v.at FROM baiql_review v JOIN baiql_execution e ON e.id = v.execution_id
     WHERE v.task_hash = ? AND e.user_id = ? ORDER BY v.at DESC LIMIT 1`,
  );
  const saveCounts = connection.prepare<[string, string, string]>(
    `UPDATE baiql_execution SET
       edited = (SELECT COUNT(*) FROM baiql_review WHERE execution_id = ? AND verdict = 'edited'),
       to_write = (SELECT COUNT(*) FROM baiql_review WHERE execution_id = ? AND is_pending = 1)
     WHERE id = ?`,
  );
  // Failed transactions and copies of another reply cost nothing; asking again costs about the average.
  const counts = connection.prepare<[string], CountRow>(
    `SELECT v.verdict, COUNT(*) AS count, SUM(v.is_pending) AS pending,
       SUM(v.is_pending AND r.cost IS NULL) AS unpriced,
       SUM(v.is_pending * CASE WHEN r.cost > 0 THEN r.cost ELSE e.cost / MAX(1, e.succeeded) END) AS cost
     FROM baiql_review v
     JOIN baiql_result r ON r.execution_id = v.execution_id AND r.batch = v.batch AND r.number = v.number
     JOIN baiql_execution e ON e.id = v.execution_id
     WHERE v.execution_id = ? GROUP BY v.verdict`,
  );
  const recount = (id: string): void => {
    saveCounts.run(id, id, id);
  };

  return {
    /** False: the run is in progress or still settling. */
    save({ isPending, ...review }: Review, taskHash: string, nowMs: number): boolean {
      if (!isAtRest.get(review.executionId)) return false;
      save.run({ ...review, taskHash, isPending: isPending ? 1 : 0, at: BigInt(nowMs) });
      recount(review.executionId);
      return true;
    },
    /** Stores a correction that a run in progress has taken from an earlier one. */
    carry(correction: CarriedCorrection, nowMs: number): void {
      save.run({ ...correction, verdict: 'edited', isPending: 0, at: BigInt(nowMs) });
      recount(correction.executionId);
    },
    /** The user's correction of the reply to the task; undefined if the latest verdict on it is another one. */
    correctionOf(userId: string, taskHash: string): Correction | undefined {
      const latest = latestOfTask.get(taskHash, userId);
      if (latest?.verdict !== 'edited') return undefined;
      return { text: latest.text, original: latest.original, atMs: Number(latest.at) };
    },
    /** As `save`. */
    remove(id: string, { batch, number }: ResultPlace): boolean {
      if (!isAtRest.get(id)) return false;
      remove.run(id, batch, number);
      recount(id);
      return true;
    },
    /** Marks reviews as done: their new results will be in the files. */
    settle(id: string, places: readonly ResultPlace[]): void {
      let settled = 0;
      for (const { batch, number } of places) settled += settle.run(id, batch, number).changes;
      if (settled > 0) recount(id);
    },
    count(id: string): RunReviews {
      const rows = new Map(counts.all(id).map((row) => [row.verdict, row]));
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
