import { randomUUID } from 'node:crypto';
import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { SessionsDeps } from './deps.server';
import type { ListedSession } from './answers';
import { exchangesOf, type ExchangeColumns } from './history/exchanges.server';
import { figuresChange } from './history/figures.server';
import type { SaveSession } from './schema';
import { describeListed, LONG_TEXTS, noSuchSession } from './sessions.server';

/** Limits per account, to bound disk usage. */
const MOST = 1_000;
const MAX_BYTES = 100 * 1024 * 1024;
const ROWS_PER_STATEMENT = 200;

type Deps = Pick<SessionsDeps, 'clock' | 'prisma'>;
type Options = { input: SaveSession; saveKey?: string | null | undefined };

/**
 * Saves a thread. With a key, a retry updates the same session. With a session's id, that session is saved, and keeps the
 * exchanges that the page hasn't loaded.
 */
export const saveSession = (deps: Deps, actor: Actor, { input, saveKey }: Options): Promise<ListedSession> =>
  input.SessionId === undefined
    ? saveThread(deps, actor, input, saveKey ?? null)
    : saveKept(deps, actor, input, input.SessionId);

function saveThread(
  { prisma, clock }: Deps,
  { userId }: Actor,
  input: SaveSession,
  saveKey: string | null,
): Promise<ListedSession> {
  const now = new Date(clock());
  const turns = exchangesOf(input.ThreadJson, now.getTime());
  const size = bytesOf(input.PromptText, input.IoText, input.ThreadJson, input.Instructions);
  const data = {
    ...columnsOf(input),
    ioText: input.IoText,
    threadJson: '',
    requests: input.SessionRequests,
    tokensIn: input.SessionTokensIn,
    tokensOut: input.SessionTokensOut,
    cost: BigInt(Math.round(input.SessionTotalCostUsd * 1_000_000)),
    size,
    changedAt: now,
  };
  return prisma.$transaction(async (tx) => {
    const before =
      saveKey === null
        ? null
        : await tx.savedSession.findFirst({ where: { userId, saveKey }, select: { id: true } });
    await refuseBeyond(tx, { userId, kind: 'saved', NOT: before ?? [] }, size);
    if (before) await tx.sessionTurn.deleteMany({ where: { sessionId: before.id } });
    const row = before
      ? await tx.savedSession.update({ where: before, data, omit: LONG_TEXTS })
      : await tx.savedSession.create({ data: { ...data, id: randomUUID(), userId, saveKey, savedAt: now } });
    await addTurns(tx, { userId, sessionId: row.id }, turns);
    return describeListed(row);
  });
}

function saveKept(
  { prisma, clock }: Deps,
  { userId }: Actor,
  input: SaveSession,
  sessionId: string,
): Promise<ListedSession> {
  const now = new Date(clock());
  const turns = exchangesOf(input.ThreadJson, now.getTime());
  return prisma.$transaction(async (tx) => {
    const session = await tx.savedSession.findFirst({
      where: { id: sessionId, userId },
      select: { size: true, kind: true },
    });
    if (!session) throw noSuchSession();
    const rows = await tx.sessionTurn.findMany({
      where: { sessionId, key: { in: turns.map(({ key }) => key) } },
    });
    const before = new Map(rows.map((row) => [row.key, row]));
    const changed = turns.filter(({ key, entries }) => before.get(key)?.entries !== entries);
    await refuseBeyond(tx, { userId, kind: 'saved', NOT: { id: sessionId } }, session.size);
    for (const turn of changed) {
      const old = before.get(turn.key);
      if (old) await tx.sessionTurn.update({ where: { number: old.number }, data: turn });
      await tx.savedSession.update({ where: { id: sessionId }, data: figuresChange(turn, old) });
    }
    await addTurns(
      tx,
      { userId, sessionId },
      changed.filter(({ key }) => !before.has(key)),
    );
    return describeListed(
      await tx.savedSession.update({
        where: { id: sessionId },
        data: {
          ...columnsOf(input),
          kind: 'saved',
          changedAt: now,
          ...(session.kind === 'saved' ? {} : { savedAt: now }),
        },
        omit: LONG_TEXTS,
      }),
    );
  });
}

const columnsOf = (input: SaveSession) => ({
  title: input.Title,
  provider: input.Provider,
  model: input.Model,
  promptText: input.PromptText,
  instructions: input.Instructions,
});

const bytesOf = (...texts: string[]): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

async function addTurns(
  tx: Prisma.TransactionClient,
  owner: { userId: string; sessionId: string },
  turns: readonly ExchangeColumns[],
): Promise<void> {
  for (let start = 0; start < turns.length; start += ROWS_PER_STATEMENT) {
    const data = turns.slice(start, start + ROWS_PER_STATEMENT).map((turn) => ({ ...turn, ...owner }));
    await tx.sessionTurn.createMany({ data });
  }
}

/** Counted in the saving transaction, so that concurrent saves can't exceed the limit. */
async function refuseBeyond(
  tx: Prisma.TransactionClient,
  others: Prisma.SavedSessionWhereInput,
  size: number,
): Promise<void> {
  const { _count: count, _sum: sum } = await tx.savedSession.aggregate({
    where: others,
    _count: true,
    _sum: { size: true },
  });
  const held =
    count >= MOST
      ? `You have ${MOST.toLocaleString('en-US')} saved sessions.`
      : (sum.size ?? 0) + size > MAX_BYTES
        ? 'Your saved sessions take up 100 MB.'
        : null;
  if (held === null) return;
  throw new DomainError('conflict', `${held} Delete some to save new ones.`, { code: 'too_many_sessions' });
}
