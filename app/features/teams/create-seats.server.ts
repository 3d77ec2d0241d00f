import type { Sql } from '~/core/db/sql';
import type { Seats } from './find-team.server';

/** Checked before every paid request, so it is a prepared statement without Prisma. */
export const createSeats = (sql: Sql): Seats => ({
  has: async (userId) =>
    (await sql.get('SELECT 1 FROM team_member WHERE user_id = @userId AND has_seat', { userId })) !==
    undefined,
});
