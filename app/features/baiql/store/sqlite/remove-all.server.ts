import type { SqliteConnection } from '~/core/db/sqlite/database.server';
import { smallCommits, ROWS_PER_COMMIT } from './small-commits.server';

/** Few, because a run or a script may have megabytes of text. */
const LONG_ROWS_PER_COMMIT = 10;

/** Removes all runs and scripts of a user, with all details. */
export async function removeAllOf(database: SqliteConnection, userId: string): Promise<void> {
  const { connection } = database;
  const { step, untilDone, removeDetails } = smallCommits(database);
  const runs = connection.prepare<[string], { id: string }>(
    'SELECT id FROM baiql_execution WHERE user_id = ?',
  );
  // Without its lease, a run can no longer be written, so what is removed stays removed.
  const takeLease = connection.prepare<[string]>(
    'UPDATE baiql_execution SET fencing_token = fencing_token + 1, lease_owner = NULL WHERE id = ?',
  );
  const removeReplies = connection.prepare<[string, number]>(
    'DELETE FROM baiql_reply WHERE key IN (SELECT key FROM baiql_reply WHERE user_id = ? LIMIT ?)',
  );
  const removeRun = connection.prepare<[string]>('DELETE FROM baiql_execution WHERE id = ?');
  const removeScripts = connection.prepare<[string, number]>(
    'DELETE FROM baiql_script WHERE id IN (SELECT id FROM baiql_script WHERE user_id = ? LIMIT ?)',
  );

  const ids = await step(() => runs.all(userId).map(({ id }) => id));
  for (const id of ids) await step(() => takeLease.run(id));
  await untilDone(() => removeReplies.run(userId, ROWS_PER_COMMIT));
  for (const id of ids) {
    await removeDetails(id);
    await step(() => removeRun.run(id));
  }
  while ((await step(() => removeScripts.run(userId, LONG_ROWS_PER_COMMIT).changes)) > 0);
}
