import { jsonListFile } from '~/core/shared/export-file';
import type { PersonalData } from '~/core/shared/personal-data';
import type { SessionsDeps } from './deps.server';
import { deleteSessions } from './history/delete-sessions.server';
import { describeListed, textsOf } from './sessions.server';
import { describeShare } from './sharing/describe-share.server';

/** Saved, recent and shared sessions in an account's export and deletion. */
export function sessionData(deps: Pick<SessionsDeps, 'prisma' | 'siteUrl'>): PersonalData {
  const { prisma } = deps;
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
      yield await Promise.resolve(jsonListFile('shared-sessions.json', everyShare(deps, userId)));
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

async function* everyShare(deps: Pick<SessionsDeps, 'prisma' | 'siteUrl'>, userId: string) {
  const where = { userId };
  const tokens = await deps.prisma.sessionShare.findMany({ where, select: { token: true } });
  for (const { token } of tokens) {
    const row = await deps.prisma.sessionShare.findUnique({ where: { token } });
    if (row)
      yield { ...describeShare(deps, row), Title: row.title, Entries: JSON.parse(row.entries) as unknown };
  }
}
