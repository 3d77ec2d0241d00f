import type { SqliteConnection } from '~/core/db/sqlite/database.server';
import type { Seats } from '../find-team.server';

/** Checked before every paid request, so it is a prepared statement without Prisma. */
export function createSqliteSeats({ connection, lock }: SqliteConnection): Seats {
  const find = connection.prepare<[string]>('SELECT 1 FROM team_member WHERE user_id = ? AND has_seat');
  return { has: (userId) => lock.run(() => find.get(userId) !== undefined) };
}
