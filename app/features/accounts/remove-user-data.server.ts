import { setImmediate } from 'node:timers/promises';
import { DAY_MS } from '~/core/shared/clock';
import type { AccountsDeps } from './deps.server';

/** Batch size; other work waits for one batch. */
const BATCH_SIZE = 100;
/** By then, a completion that hung during the deletion has ended and its response is purged. */
const LATE_MS = 8 * DAY_MS;

/** Removes all data of a deleted user. Idempotent. */
export async function removeUserData(
  services: Pick<AccountsDeps, 'userRows' | 'personalData' | 'mailer' | 'preferences'>,
  userId: string,
): Promise<void> {
  const { userRows, mailer, personalData, preferences } = services;
  for (const part of personalData) await part.remove(userId);
  await userRows.remove(userId, new Set(personalData.flatMap((part) => part.ownTables ?? [])));
  await mailer.forget({ userId });
  preferences.forget(userId);
}

/** Removes data of deleted users that an interrupted deletion left, or that was written while one was running. */
export async function sweepUserData(
  services: Pick<
    AccountsDeps,
    'log' | 'clock' | 'prisma' | 'userRows' | 'personalData' | 'mailer' | 'baiql' | 'preferences'
  >,
): Promise<void> {
  const { prisma, userRows, baiql, clock, log } = services;
  const late = new Date(clock() - LATE_MS);
  for (let last = -1n; ;) {
    const users = await userRows.deletedAfter(last, late);
    for (const { id: userId } of users.filter((user) => user.mayHaveRows)) {
      // One failure must not block the others.
      await removeUserData(services, userId).catch((err: unknown) => {
        log.error({ err, userId }, 'what is left of an account could not be removed');
      });
    }
    const end = users.at(-1);
    if (end === undefined) break;
    last = end.number;
    await setImmediate();
  }
  const folders = await baiql.areas.userIds();
  for (let start = 0; start < folders.length; start += BATCH_SIZE) {
    const ids = folders.slice(start, start + BATCH_SIZE);
    // A user unknown to the database isn't deleted: the database may be restored from a backup older than the files.
    const deletedUsers = await prisma.user.findMany({
      where: { id: { in: ids }, deletedAt: { not: null } },
      select: { id: true },
    });
    for (const { id } of deletedUsers) await baiql.areas.remove(id);
  }
}
