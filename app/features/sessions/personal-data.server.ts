import { jsonListFile } from '~/core/shared/export-file';
import type { PersonalData } from '~/core/shared/personal-data';
import type { SessionsDeps } from './deps.server';
import { deleteSessions } from './history/delete-sessions.server';
import { describeListed, textsOf } from './sessions.server';

/** Saved and recent sessions in an account's export and deletion. */
export function sessionData({ prisma }: Pick<SessionsDeps, 'prisma'>): PersonalData {
  async function* everySession(userId: string, kind: string) {
    const ids = await prisma.savedSession.findMany({
      where: { userId, kind },
      select: { id: true },
      orderBy: [{ savedAt: 'asc' }, { id: 'asc' }],
    });
    // One by one, since each may be megabytes.
    for (const { id } of ids) {
      const row = await prisma.savedSession.findFirst({ where: { id, userId } });
      // It may have been deleted since.
      if (row) yield { ...describeListed(row), ...(await textsOf({ prisma }, row)) };
    }
  }
  return {
    exportFiles: async function* (userId) {
      yield await Promise.resolve(jsonListFile('saved-sessions.json', everySession(userId, 'saved')));
      yield await Promise.resolve(jsonListFile('recent-sessions.json', everySession(userId, 'recent')));
    },
    remove: async (userId) => {
      const rows = await prisma.savedSession.findMany({ where: { userId }, select: { id: true } });
      await deleteSessions(
        { prisma },
        rows.map(({ id }) => id),
      );
    },
  };
}
