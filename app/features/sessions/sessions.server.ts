import { createMatcher } from '@promptwell/text';
import type { Prisma, SavedSession as SessionRow } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import { costUsd } from '~/core/shared/money';
import type { Actor, UserRef } from '~/core/server/session.server';
import type { SessionsDeps } from './deps.server';
import type { z } from '~/core/shared/zod';
import type { ListedSession, SavedSession } from './answers';
import { deleteSessions } from './history/delete-sessions.server';
import { threadJsonOf } from './history/exchanges.server';
import type { listSessionsSchema } from './schema';

type Deps = Pick<SessionsDeps, 'prisma'>;
type Kind = z.output<typeof listSessionsSchema>['kind'];
type Order = Prisma.SavedSessionOrderByWithRelationInput[];

export const LONG_TEXTS = { promptText: true, ioText: true, threadJson: true, instructions: true } as const;
const LATEST_FIRST: Order = [{ isPinned: 'desc' }, { changedAt: 'desc' }, { id: 'desc' }];
const ORDERS: Record<Kind, Order> = {
  saved: [{ savedAt: 'desc' }, { id: 'desc' }],
  recent: LATEST_FIRST,
  all: LATEST_FIRST,
};
type ListedRow = Omit<SessionRow, keyof typeof LONG_TEXTS>;

/** The user's sessions without texts, newest first, and their total number. */
export async function listSavedSessions(
  { prisma, sessionSearch }: Pick<SessionsDeps, 'prisma' | 'sessionSearch'>,
  { userId }: UserRef,
  { page, pageSize, kind, q = '' }: z.output<typeof listSessionsSchema>,
): Promise<{ items: ListedSession[]; total: number }> {
  const skip = (page - 1) * pageSize;
  const where = { userId, ...(kind === 'all' ? {} : { kind }) };
  const orderBy = ORDERS[kind];
  if (q !== '') {
    // Titles are filtered in memory, at most some two thousand: SQL knows no other case than that of ASCII.
    const [all, found] = await Promise.all([
      prisma.savedSession.findMany({ where, orderBy, select: { id: true, title: true } }),
      sessionSearch.find({ userId, search: q }),
    ]);
    const matches = createMatcher(q);
    const inTexts = new Set(found);
    const ids = all.flatMap(({ id, title }) => (matches(title) || inTexts.has(id) ? [id] : []));
    const onPage = ids.slice(skip, skip + pageSize);
    if (onPage.length === 0) return { total: ids.length, items: [] };
    const rows = await prisma.savedSession.findMany({
      where: { userId, id: { in: onPage } },
      orderBy,
      omit: LONG_TEXTS,
    });
    return { total: ids.length, items: rows.map(describeListed) };
  }
  const [total, rows] = await Promise.all([
    prisma.savedSession.count({ where }),
    prisma.savedSession.findMany({ where, orderBy, skip, take: pageSize, omit: LONG_TEXTS }),
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
  return { ...describeListed(row), ...(await textsOf({ prisma }, row)) };
}

export async function textsOf(
  { prisma }: Deps,
  row: SessionRow,
): Promise<Pick<SavedSession, 'IoText' | 'PromptText' | 'ThreadJson' | 'Instructions'>> {
  const turns = await prisma.sessionTurn.findMany({
    where: { sessionId: row.id },
    orderBy: [{ sentAt: 'desc' }, { number: 'desc' }],
    select: { entries: true },
  });
  return {
    IoText: row.ioText,
    PromptText: row.promptText,
    ThreadJson: row.threadJson === '' ? threadJsonOf(turns) : row.threadJson,
    Instructions: row.instructions,
  };
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
  const row = await prisma.savedSession.findFirst({ where: { id, userId }, select: { id: true } });
  if (!row) throw noSuchSession();
  await deleteSessions({ prisma }, [id]);
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
  ChangedAt: row.changedAt.toISOString(),
  Kind: row.kind === 'recent' ? 'recent' : 'saved',
  IsPinned: row.isPinned,
  SizeBytes: row.size,
});

export const noSuchSession = (): DomainError =>
  new DomainError('not-found', 'There is no such session.', { code: 'no_such_session' });
