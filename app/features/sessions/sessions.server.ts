import { createMatcher } from '@promptwell/text';
import type { Prisma, SavedSession as SessionRow } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import { costUsd } from '~/core/shared/money';
import type { Actor, UserRef } from '~/core/server/session.server';
import type { SessionsDeps } from './deps.server';
import type { z } from '~/core/shared/zod';
import type { ListedSession, SavedSession } from './answers';
import type { listSessionsSchema } from './schema';

type Deps = Pick<SessionsDeps, 'prisma'>;

export const LONG_TEXTS = { promptText: true, ioText: true, threadJson: true, instructions: true } as const;
const NEWEST_FIRST: Prisma.SavedSessionOrderByWithRelationInput[] = [{ savedAt: 'desc' }, { id: 'desc' }];
type ListedRow = Omit<SessionRow, keyof typeof LONG_TEXTS>;

/** The user's saved sessions without texts, newest first, and their total number. */
export async function listSavedSessions(
  { prisma }: Deps,
  { userId }: UserRef,
  { page, pageSize, q = '' }: z.output<typeof listSessionsSchema>,
): Promise<{ items: ListedSession[]; total: number }> {
  const skip = (page - 1) * pageSize;
  if (q !== '') {
    // Filtered in memory, at most a thousand rows: SQL knows no other case than that of ASCII.
    const all = await prisma.savedSession.findMany({
      where: { userId },
      orderBy: NEWEST_FIRST,
      select: { id: true, title: true },
    });
    const matches = createMatcher(q);
    const found = all.filter(({ title }) => matches(title));
    const ids = found.slice(skip, skip + pageSize).map(({ id }) => id);
    const rows = await prisma.savedSession.findMany({
      where: { userId, id: { in: ids } },
      orderBy: NEWEST_FIRST,
      omit: LONG_TEXTS,
    });
    return { total: found.length, items: rows.map(describeListed) };
  }
  const [total, rows] = await Promise.all([
    prisma.savedSession.count({ where: { userId } }),
    prisma.savedSession.findMany({
      where: { userId },
      orderBy: NEWEST_FIRST,
      skip,
      take: pageSize,
      omit: LONG_TEXTS,
    }),
  ]);
  return { total, items: rows.map(describeListed) };
}

export async function getSavedSession(
  { prisma }: Deps,
  { userId }: UserRef,
  id: string,
): Promise<SavedSession> {
  const row = await prisma.savedSession.findFirst({ where: { id, userId } });
  if (!row) throw noSuchSession();
  return describeSession(row);
}

export async function renameSession(
  { prisma }: Deps,
  { userId }: Actor,
  { id, name }: { id: string; name: string },
): Promise<ListedSession> {
  const { count } = await prisma.savedSession.updateMany({ where: { id, userId }, data: { title: name } });
  const row = count > 0 && (await prisma.savedSession.findFirst({ where: { id, userId }, omit: LONG_TEXTS }));
  if (!row) throw noSuchSession();
  return describeListed(row);
}

export async function deleteSavedSession({ prisma }: Deps, { userId }: Actor, id: string): Promise<void> {
  const { count } = await prisma.savedSession.deleteMany({ where: { id, userId } });
  if (count === 0) throw noSuchSession();
}

export const describeListed = (row: ListedRow): ListedSession => ({
  Id: row.id,
  Title: row.title,
  Provider: row.provider,
  Model: row.model,
  SessionRequests: row.requests,
  SessionTokensIn: row.tokensIn,
  SessionTokensOut: row.tokensOut,
  SessionTotalCostUsd: costUsd(row.cost),
  SavedAt: row.savedAt.toISOString(),
  SizeBytes: row.size,
});

export const describeSession = (row: SessionRow): SavedSession => ({
  ...describeListed(row),
  IoText: row.ioText,
  PromptText: row.promptText,
  ThreadJson: row.threadJson,
  Instructions: row.instructions,
});

const noSuchSession = (): DomainError =>
  new DomainError('not-found', 'There is no such session.', { code: 'no_such_session' });
