import type { Sql } from '~/core/db/sql';
import type { Claim } from './run-store.server';

/** After this many crashes without a transaction done in between, a run is no longer resumed automatically. */
const MAX_CRASHES = 2;
const SET_ASIDE =
  'The server stopped unexpectedly twice before this run finished one more row, so it wasn’t restarted automatically. ' +
  'Completed work is saved. Resume to continue.';

const CLAIM = `
  UPDATE baiql_execution SET lease_owner = @owner, lease_until = @until, fencing_token = fencing_token + 1,
    working_since = NULL
  WHERE id = @executionId AND (status IN ('queued', 'running') OR continue_as = 'write')
    AND (lease_owner IS NULL OR lease_until < @now)
  RETURNING fencing_token AS token`;
// They come from two indexes, neither of which has their order.
const WAITING = `
  SELECT id, created_at AS "createdAt" FROM baiql_execution
  WHERE (status IN ('queued', 'running') OR continue_as = 'write') AND (lease_owner IS NULL OR lease_until < @now)`;
const OWN = 'id = @executionId AND fencing_token = @token AND lease_owner = @owner';
const RENEW = `UPDATE baiql_execution SET lease_until = @until WHERE ${OWN}`;
// Counted at each renewal, so that a crash loses only the time since the last one.
const COUNT_TIME = `
  UPDATE baiql_execution SET worked_ms = worked_ms + greatest(0, @now - working_since), working_since = @now
  WHERE id = @executionId AND status = 'running' AND working_since IS NOT NULL`;
const GIVE_BACK = `
  UPDATE baiql_execution SET lease_owner = NULL, lease_until = 0, unexpected_ends = 0,
    worked_ms = worked_ms
      + greatest(0, coalesce(finished_at, @now) - coalesce(working_since, finished_at, @now)),
    working_since = NULL
  WHERE ${OWN}`;
const OF_OTHERS = 'lease_owner IS NOT NULL AND lease_owner <> @owner';
// A run that was only writing its files may have caused the crash: the user has to ask again.
const GIVE_UP_WRITING = `UPDATE baiql_execution SET continue_as = 'resume' WHERE continue_as = 'write' AND ${OF_OTHERS}`;
// A queued run can't have caused the crash.
const FREE_ALL = `
  UPDATE baiql_execution SET lease_owner = NULL, lease_until = 0, working_since = NULL,
    unexpected_ends = unexpected_ends + CASE WHEN status = 'running' THEN 1 ELSE 0 END
  WHERE ${OF_OTHERS} RETURNING id, user_id AS userId`;
const SET_RUNS_ASIDE = `
  UPDATE baiql_execution SET status = 'failed', reason = 'interrupted', message = @message, finished_at = @now,
    unexpected_ends = 0, continue_as = 'write'
  WHERE status = 'running' AND lease_owner IS NULL AND unexpected_ends >= @crashes`;

/** Grants, renews and releases leases, in the caller's transaction. */
export const leasesIn = (sql: Sql) => ({
  /** Null: another process holds it, or the run has ended. */
  async claim(executionId: string, owner: string, nowMs: number, untilMs: number): Promise<Claim | null> {
    const values = { executionId, owner, now: nowMs, until: untilMs };
    const row = await sql.get<{ token: bigint }>(CLAIM, values);
    return row ? { executionId, owner, token: Number(row.token) } : null;
  },
  /** Runs that no one executes, oldest first. */
  waiting: async (nowMs: number): Promise<string[]> =>
    (await sql.all<{ id: string; createdAt: bigint }>(WAITING, { now: nowMs }))
      .toSorted((a, b) => Number(a.createdAt - b.createdAt))
      .map(({ id }) => id),
  async renew(claim: Claim, nowMs: number, untilMs: number): Promise<boolean> {
    const isOwn = (await sql.run(RENEW, { ...claim, until: untilMs })) > 0;
    if (isOwn) await sql.run(COUNT_TIME, { executionId: claim.executionId, now: nowMs });
    return isOwn;
  },
  async giveBack(claim: Claim, nowMs: number): Promise<void> {
    await sql.run(GIVE_BACK, { ...claim, now: nowMs });
  },
  /**
   * For a process that knows that no other is alive: leftover leases mean a crash. A run that was executing in two
   * crashes, without progress in between, may be the cause. It writes what it has and waits for its user.
   */
  async releaseOtherLeases(
    owner: string,
    nowMs: number,
  ): Promise<{ left: { id: string; userId: string }[]; setAside: number }> {
    await sql.run(GIVE_UP_WRITING, { owner });
    const left = await sql.all<{ id: string; userId: string }>(FREE_ALL, { owner });
    const values = { message: SET_ASIDE, now: nowMs, crashes: MAX_CRASHES };
    return { left, setAside: await sql.run(SET_RUNS_ASIDE, values) };
  },
});
