import type { Database } from 'better-sqlite3';
import type { Claim } from '../run-store.server';

/** After this many crashes without a transaction done in between, a run is no longer resumed automatically. */
const MAX_CRASHES = 2;
const SET_ASIDE =
  'The server stopped unexpectedly twice before this run finished one more row, so it wasn’t restarted automatically. ' +
  'Completed work is saved. Resume to continue.';

/** Statements that grant, renew and release leases, for use in the caller's transaction. */
export function leaseStatements(connection: Database) {
  const claim = connection.prepare<[string, bigint, string, bigint], { token: bigint }>(
    `UPDATE baiql_execution SET lease_owner = ?, lease_until = ?, fencing_token = fencing_token + 1,
       working_since = NULL
     WHERE id = ? AND (status IN ('queued', 'running') OR continue_as = 'write')
       AND (lease_owner IS NULL OR lease_until < ?)
     RETURNING fencing_token AS token`,
  );
  const waiting = connection.prepare<[bigint], { id: string; createdAt: bigint }>(
    `SELECT id, created_at AS createdAt FROM baiql_execution
     WHERE (status IN ('queued', 'running') OR continue_as = 'write') AND (lease_owner IS NULL OR lease_until < ?)`,
  );
  const renew = connection.prepare<[bigint, string, bigint, string]>(
    'UPDATE baiql_execution SET lease_until = ? WHERE id = ? AND fencing_token = ? AND lease_owner = ?',
  );
  // Counted at each renewal, so that a crash loses only the time since the last one.
  const countTime = connection.prepare<[bigint, bigint, string]>(
    `UPDATE baiql_execution SET worked_ms = worked_ms + max(0, ? - working_since), working_since = ?
     WHERE id = ? AND status = 'running' AND working_since IS NOT NULL`,
  );
  const giveBack = connection.prepare<[bigint, bigint, string, bigint, string]>(
    `UPDATE baiql_execution SET lease_owner = NULL, lease_until = 0, unexpected_ends = 0,
       worked_ms = worked_ms + max(0, COALESCE(finished_at, ?) - COALESCE(working_since, finished_at, ?)),
       working_since = NULL
     WHERE id = ? AND fencing_token = ? AND lease_owner = ?`,
  );
  // A run that was only writing its files may have caused the crash: the user has to ask again.
  const giveUpWriting = connection.prepare<[string]>(
    `UPDATE baiql_execution SET continue_as = 'resume'
     WHERE continue_as = 'write' AND lease_owner IS NOT NULL AND lease_owner <> ?`,
  );
  // A queued run can't have caused the crash.
  const freeAll = connection.prepare<[string], { id: string; userId: string }>(
    `UPDATE baiql_execution SET lease_owner = NULL, lease_until = 0, working_since = NULL,
       unexpected_ends = unexpected_ends + CASE WHEN status = 'running' THEN 1 ELSE 0 END
     WHERE lease_owner IS NOT NULL AND lease_owner <> ? RETURNING id, user_id AS userId`,
  );
  const setAside = connection.prepare<[string, bigint, number]>(
    `UPDATE baiql_execution SET status = 'failed', reason = 'interrupted', message = ?, finished_at = ?,
       unexpected_ends = 0, continue_as = 'write'
     WHERE status = 'running' AND lease_owner IS NULL AND unexpected_ends >= ?`,
  );
  return {
    /** Null: another process holds it, or the run has ended. */
    claim(executionId: string, owner: string, nowMs: number, untilMs: number): Claim | null {
      const row = claim.get(owner, BigInt(untilMs), executionId, BigInt(nowMs));
      return row ? { executionId, owner, token: Number(row.token) } : null;
    },
    /** Runs that no one executes, oldest first. */
    waiting: (nowMs: number): string[] =>
      waiting
        .all(BigInt(nowMs))
        .sort((a, b) => Number(a.createdAt - b.createdAt))
        .map(({ id }) => id),
    renew({ executionId, owner, token }: Claim, nowMs: number, untilMs: number): boolean {
      const isOwn = renew.run(BigInt(untilMs), executionId, BigInt(token), owner).changes > 0;
      if (isOwn) countTime.run(BigInt(nowMs), BigInt(nowMs), executionId);
      return isOwn;
    },
    giveBack({ executionId, owner, token }: Claim, nowMs: number): void {
      giveBack.run(BigInt(nowMs), BigInt(nowMs), executionId, BigInt(token), owner);
    },
    /**
     * For a process that knows that no other is alive: leftover leases mean a crash. A run that was executing in two
     * crashes, without progress in between, may be the cause. It writes what it has and waits for its user.
     */
    releaseOtherLeases(
      owner: string,
      nowMs: number,
    ): { left: { id: string; userId: string }[]; setAside: number } {
      giveUpWriting.run(owner);
      const left = freeAll.all(owner);
      return { left, setAside: setAside.run(SET_ASIDE, BigInt(nowMs), MAX_CRASHES).changes };
    },
  };
}
