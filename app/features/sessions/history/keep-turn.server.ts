import type { Prisma } from '@prisma/client';
import type { Actor } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { ListedSession } from '../answers';
import { cleanName } from '../clean-name';
import type { SessionsDeps } from '../deps.server';
import type { KeepTurn } from '../schema';
import { suggestTitle } from '../session-content';
import { describeListed, LONG_TEXTS, noSuchSession } from '../sessions.server';
import { exchangeColumns, isUnstored, timeOf } from './exchanges.server';
import { FIGURES, figuresChange } from './figures.server';
import { trimHistory } from './trim-history.server';

type Deps = Pick<SessionsDeps, 'prisma' | 'clock' | 'env' | 'preferences'>;

const MAX_TURNS = 5_000;
const MAX_BYTES = 100 * 1024 * 1024;

/** Whether this user's sessions are kept by themselves. */
const keepsHistory = async (
  { env, preferences }: Pick<SessionsDeps, 'env' | 'preferences'>,
  userId: string,
): Promise<boolean> => env.HISTORY_DAYS > 0 && (await preferences.read(userId)).KeepHistory;

/**
 * Keeps an exchange in a session; another call with its key replaces it. The session's id is the page's own: an exchange
 * that begins it makes it a recent one, under the first words of its message.
 */
export async function keepTurn(
  deps: Deps,
  { userId }: Actor,
  { sessionId, key, input }: { sessionId: string; key: string; input: KeepTurn },
): Promise<ListedSession> {
  const { prisma, clock } = deps;
  if (!(await keepsHistory(deps, userId)))
    throw new DomainError('conflict', 'History is off.', { code: 'history_off' });
  if (isUnstored(input.Entries))
    throw new DomainError('conflict', 'Messages marked “Don’t store” aren’t kept.', { code: 'not_stored' });
  const now = new Date(clock());
  const turn = exchangeColumns(input.Entries, { key, sentAtMs: timeOf(input.Entries) ?? now.getTime() });
  const latest = {
    changedAt: now,
    provider: input.Provider,
    model: input.Model,
    instructions: input.Instructions,
  };
  const kept = await prisma.$transaction(async (tx) => {
    const session = await tx.savedSession.findUnique({
      where: { id: sessionId },
      select: { userId: true, size: true },
    });
    if (session ? session.userId !== userId : !input.Begins) throw noSuchSession();
    if (!session)
      await tx.savedSession.create({
        data: { ...NEW_SESSION, ...latest, id: sessionId, userId, savedAt: now, title: titleOf(input) },
      });
    const before = await tx.sessionTurn.findUnique({
      where: { sessionId_key: { sessionId, key } },
      select: FIGURES,
    });
    await refuseBeyond(tx, sessionId, (session?.size ?? 0) + turn.size, before !== null);
    if (before) {
      // It stays where it was sent.
      await tx.sessionTurn.update({
        where: { sessionId_key: { sessionId, key } },
        data: { ...turn, sentAt: undefined },
      });
    } else await tx.sessionTurn.create({ data: { ...turn, userId, sessionId } });
    return tx.savedSession.update({
      where: { id: sessionId },
      data: { ...latest, ...figuresChange(turn, before ?? undefined) },
      omit: LONG_TEXTS,
    });
  });
  await trimHistory(deps, userId);
  return describeListed(kept);
}

const NEW_SESSION = {
  kind: 'recent',
  requests: 0,
  tokensIn: 0,
  tokensOut: 0,
  cost: 0n,
  size: 0,
  promptText: '',
  ioText: '',
} as const;

const titleOf = ({ Entries }: KeepTurn): string =>
  cleanName(suggestTitle({ entries: Entries, prompt: '' })) || 'Untitled';

async function refuseBeyond(
  tx: Prisma.TransactionClient,
  sessionId: string,
  bytes: number,
  isThere: boolean,
): Promise<void> {
  const isFull =
    bytes > MAX_BYTES || (!isThere && (await tx.sessionTurn.count({ where: { sessionId } })) >= MAX_TURNS);
  if (isFull)
    throw new DomainError('conflict', 'This session is too long to keep more of it. Start a new one.', {
      code: 'session_full',
    });
}
