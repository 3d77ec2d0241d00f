import type { SqlDatabase } from '~/core/db/sql';
import { smallCommits } from './small-commits.server';

/** Few, because a run or a script may have megabytes of text. */
const LONG_ROWS_PER_COMMIT = 10;

const RUNS = 'SELECT id FROM baiql_execution WHERE user_id = @userId';
// Without its lease, a run can no longer be written, so what is removed stays removed.
const TAKE_LEASE =
  'UPDATE baiql_execution SET fencing_token = fencing_token + 1, lease_owner = NULL WHERE id = @id';
const REMOVE_REPLIES =
  'DELETE FROM baiql_reply WHERE key IN (SELECT key FROM baiql_reply WHERE user_id = @userId LIMIT @limit)';
const REMOVE_RUN = 'DELETE FROM baiql_execution WHERE id = @id';
const REMOVE_SCRIPTS =
  'DELETE FROM baiql_script WHERE id IN (SELECT id FROM baiql_script WHERE user_id = @userId LIMIT @limit)';

/** Removes all runs and scripts of a user, with all details. */
export async function removeAllOf(sql: SqlDatabase, userId: string): Promise<void> {
  const { step, untilDone, removeDetails } = smallCommits(sql);
  const runs = await sql.all<{ id: string }>(RUNS, { userId });
  for (const { id } of runs) await step(TAKE_LEASE, { id });
  await untilDone(REMOVE_REPLIES, { userId });
  for (const { id } of runs) {
    await removeDetails(id);
    await step(REMOVE_RUN, { id });
  }
  await untilDone(REMOVE_SCRIPTS, { userId }, LONG_ROWS_PER_COMMIT);
}
