import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { DAY_MS } from '~/core/shared/clock';
import type { AccountsDeps } from './deps.server';

/** Tables required for accounting and by law. They contain no personal data: docs/decisions/0022-forgetting.md. */
const RETAINED_TABLES: ReadonlySet<string> = new Set([
  'ledger_account',
  'ledger_operation',
  'ledger_day',
  'ledger_posting',
  'topup',
]);

/** Batch size; other work waits for one batch. */
const BATCH_SIZE = 100;
/** By then, a completion that hung during the deletion has ended and its response is purged. */
const LATE_MS = 8 * DAY_MS;

/** Removes all data of a deleted user. Idempotent. */
export async function removeUserData(
  services: Pick<AccountsDeps, 'connection' | 'lock' | 'personalData' | 'mailer' | 'preferences'>,
  userId: string,
): Promise<void> {
  const { connection, lock, mailer, personalData, preferences } = services;
  for (const part of personalData) await part.remove(userId);
  const ownTables = new Set(personalData.flatMap((part) => part.ownTables ?? []));
  for (const table of userTables(connection).filter((name) => !ownTables.has(name))) {
    const remove = connection.prepare<[string, number]>(
      `DELETE FROM "${table}" WHERE rowid IN (SELECT rowid FROM "${table}" WHERE user_id = ? LIMIT ?)`,
    );
    while ((await lock.run(() => remove.run(userId, BATCH_SIZE).changes)) === BATCH_SIZE)
      await setImmediate();
  }
  await mailer.forget({ userId });
  preferences.forget(userId);
}

/** Removes data of deleted users that an interrupted deletion left, or that was written while one was running. */
export async function sweepUserData(
  services: Pick<
    AccountsDeps,
    'log' | 'clock' | 'prisma' | 'connection' | 'lock' | 'personalData' | 'mailer' | 'baiql' | 'preferences'
  >,
): Promise<void> {
  const { prisma, connection, baiql, clock, log } = services;
  const isLeft = userTables(connection)
    .map((table) => `EXISTS (SELECT 1 FROM "${table}" WHERE user_id = u.id)`)
    .join(' OR ');
  const leavers = connection.prepare<
    [string, bigint, number],
    { number: bigint; id: string; isLeft: bigint }
  >(
    `SELECT number, id, deleted_at > ? OR ${isLeft} AS isLeft FROM user u
     WHERE number > ? AND deleted_at IS NOT NULL ORDER BY number LIMIT ?`,
  );
  const late = new Date(clock() - LATE_MS).toISOString();
  for (let last = -1n; ;) {
    const users = await services.lock.run(() => leavers.all(late, last, BATCH_SIZE));
    for (const { id: userId } of users.filter((user) => user.isLeft === 1n)) {
      // One failure must not block the others.
      await removeUserData(services, userId).catch((err: unknown) => {
        log.error({ err, userId }, 'what is left of an account could not be removed');
      });
    }
    last = users.at(-1)?.number ?? last;
    if (users.length < BATCH_SIZE) break;
    await setImmediate();
  }
  const folders = await baiql.areas.userIds();
  for (let start = 0; start < folders.length; start += BATCH_SIZE) {
    const ids = folders.slice(start, start + BATCH_SIZE);
    // A user unknown to the database isn't deleted: the database may be restored from a backup older than the files.
    const gone = await prisma.user.findMany({
      where: { id: { in: ids }, deletedAt: { not: null } },
      select: { id: true },
    });
    for (const { id } of gone) await baiql.areas.remove(id);
  }
}

/** All tables with a `user_id` column, so that new ones are included. */
const userTables = (connection: Database): string[] =>
  connection
    .prepare<[], { name: string }>(
      `SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.name = 'user_id'`,
    )
    .all()
    .flatMap(({ name }) => (RETAINED_TABLES.has(name) ? [] : [name]));
