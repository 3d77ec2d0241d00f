import { jsonListFile } from '~/core/shared/export-file';
import type { PersonalData } from '~/core/shared/personal-data';
import type { SessionsDeps } from './deps.server';
import { describeSession } from './sessions.server';

/** Read one by one, since each may be megabytes. */
const ID_BATCH_SIZE = 100;

/** Saved sessions in an account's export and deletion. */
export function sessionData({ prisma }: Pick<SessionsDeps, 'prisma'>): PersonalData {
  async function* everySession(userId: string) {
    const ids = await prisma.savedSession.findMany({
      where: { userId },
      select: { id: true },
      orderBy: [{ savedAt: 'asc' }, { id: 'asc' }],
    });
    for (const { id } of ids) {
      const row = await prisma.savedSession.findFirst({ where: { id, userId } });
      if (row) yield describeSession(row); // it may have been deleted since
    }
  }
  return {
    exportFiles: async function* (userId) {
      yield await Promise.resolve(jsonListFile('saved-sessions.json', everySession(userId)));
    },
    remove: async (userId) => {
      for (;;) {
        const rows = await prisma.savedSession.findMany({
          where: { userId },
          select: { id: true },
          take: ID_BATCH_SIZE,
        });
        if (rows.length === 0) return;
        await prisma.savedSession.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
      }
    },
  };
}
