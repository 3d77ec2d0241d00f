import { addTextFunctions } from '~/core/db/sqlite/text-functions.server';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table } from '../../support/baiql-runs';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';
import { grant, makeUserWithRole } from '../../support/users-with-roles';

const ROWS = 60;
const AT_ONCE = 4;

let paying: PayingServer;
let database: SqliteDatabase.Database;
beforeAll(async () => {
  paying = await sharePayingServer();
  database = new SqliteDatabase(path.join(paying.server.dataDir, 'app.db'), { timeout: 5_000 });
  addTextFunctions(database);
});
afterAll(async () => {
  database.close();
  await paying.close();
});

const heldOf = (userId: string): unknown =>
  database.prepare('SELECT held FROM ledger_account WHERE id = ?').pluck().get(`user:${userId}`);

describe('the run of an account that', () => {
  it.each([
    ['is suspended @soak', 'UPDATE "user" SET suspended_at = CURRENT_TIMESTAMP WHERE id = ?'],
    ['is deleted @soak', 'UPDATE "user" SET deleted_at = CURRENT_TIMESTAMP WHERE id = ?'],
    ['loses its role', 'DELETE FROM user_role WHERE user_id = ?'],
  ])('%s stops by itself, and what was out is settled', async (how, change) => {
    const who = `Person who ${how}`;
    const { token, userId } = await makeUserWithRole(paying.server, 'enterpriseuser');
    await grant(paying.server.origin, paying.token, userId, 100);
    const runs = runApi(paying.server.origin, token);
    await fileApi(paying.server.origin, token).upload('/data/input/', { 'roster.csv': table(ROWS, who) });
    paying.vendor.script(
      ...Array.from({ length: AT_ONCE }, () => ({ kind: 'reply' as const, hold: 'before' as const })),
    );
    const { body } = await runs.execute(gradingScript({ limit: `LIMIT PARALLEL ${AT_ONCE}` }));
    await paying.vendor.until(({ stats }) => stats.held === AT_ONCE);
    const following = runs.events(body.executionId);
    const failing = runs.events(body.executionId, ({ data }) => data.status === 'failed');

    database.prepare(change).run(userId);
    await failing;
    paying.vendor.release();
    const done = (await following).at(-1);
    expect(done).toMatchObject({
      name: 'done',
      data: {
        status: 'failed',
        reason: 'unavailable',
        message: expect.stringContaining('no longer has access to BAIQL') as string,
      },
    });
    expect(paying.vendor.log.requests.filter(({ prompt }) => prompt.includes(who))).toHaveLength(AT_ONCE);
    expect(Number(heldOf(userId))).toBe(0);
    // What was out has been answered, and is paid and kept.
    expect(done?.data).toMatchObject({ succeeded: AT_ONCE });
    const row = rowOf(body.executionId);
    expect(Number(row.cost)).toBeGreaterThan(0);
    expect(row.lease_owner).toBeNull();
  });
});

interface Row {
  status: string;
  cost: bigint | number | null;
  lease_owner: string | null;
}

function rowOf(id: string): Row {
  const row = database
    .prepare<[string], Row>('SELECT status, cost, lease_owner FROM baiql_execution WHERE id = ?')
    .get(id);
  if (!row) throw new Error('There is no such run.');
  return row;
}
