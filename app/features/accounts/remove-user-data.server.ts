import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { DAY_MS } from '~/core/shared/clock';
import type { AccountsDeps } from './deps.server';

/** Tables that the books and the law need. Nothing in them names a person: docs/decisions/0022-forgetting.md. */
const KEPT_TABLES: ReadonlySet<string> = new Set([
  'ledger_account',
  'ledger_operation',
  'ledger_day',
  'ledger_posting',
  'topup',
]);

/** Rows or users in one step: everybody else waits for as long as one takes. */
const AT_ONCE = 100;
/** A call that hung while its account was deleted has been answered by then, and its answer is purged. */
const LATE_MS = 8 * DAY_MS;

/** Removes all that is kept about a user who is gone. Safe to run again. */
export async function removeUserData(
  services: Pick<AccountsDeps, 'connection' | 'lock' | 'personalData' | 'mailer' | 'preferences'>,
  userId: string,
): Promise<void> {
  const { connection, lock, mailer, personalData, preferences } = services;
  for (const part of personalData) await part.remove(userId);
  const ownTables = new Set(personalData.flatMap((part) => part.ownTables ?? []));
  for (const table of tablesOfUsers(connection).filter((name) => !ownTables.has(name))) {
    const remove = connection.prepare<[string, number]>(
      `DELETE FROM "${table}" WHERE rowid IN (SELECT rowid FROM "${table}" WHERE user_id = ? LIMIT ?)`,
    );
    while ((await lock.run(() => remove.run(userId, AT_ONCE).changes)) === AT_ONCE) await setImmediate();
  }
  await mailer.forget({ userId });
  preferences.forget(userId);
}

/** Removes what belongs to people who are gone: left by a deletion that was broken off, or written while one went on. */
export async function sweepUserData(
  services: Pick<
    AccountsDeps,
    'log' | 'clock' | 'prisma' | 'connection' | 'lock' | 'personalData' | 'mailer' | 'baiql' | 'preferences'
  >,
): Promise<void> {
  const { prisma, connection, baiql, clock, log } = services;
  const isLeft = tablesOfUsers(connection)
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
    const users = await services.lock.run(() => leavers.all(late, last, AT_ONCE));
    for (const { id: userId } of users.filter((user) => user.isLeft === 1n)) {
      // Whoever cannot be forgotten today keeps nobody else from being forgotten.
      await removeUserData(services, userId).catch((err: unknown) => {
        log.error({ err, userId }, 'what is left of an account could not be removed');
      });
    }
    last = users.at(-1)?.number ?? last;
    if (users.length < AT_ONCE) break;
    await setImmediate();
  }
  const folders = await baiql.areas.userIds();
  for (let start = 0; start < folders.length; start += AT_ONCE) {
    const ids = folders.slice(start, start + AT_ONCE);
    // Whom the database has never heard of is not gone: it may be older than their files, restored from a backup.
    const gone = await prisma.user.findMany({
      where: { id: { in: ids }, deletedAt: { not: null } },
      select: { id: true },
    });
    for (const { id } of gone) await baiql.areas.remove(id);
  }
}

/** Every table with a user's id in it, also one that was added since this was written. */
const tablesOfUsers = (connection: Database): string[] =>
  connection
    .prepare<[], { name: string }>(
      `SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.name = 'user_id'`,
    )
    .all()
    .flatMap(({ name }) => (KEPT_TABLES.has(name) ? [] : [name]));
