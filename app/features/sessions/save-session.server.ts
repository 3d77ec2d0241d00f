import { randomUUID } from 'node:crypto';
import type { Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { SessionsDeps } from './deps.server';
import type { ListedSession } from './answers';
import type { SaveSession } from './schema';
import { describeListed, LONG_TEXTS } from './sessions.server';

/** Limits per account, to bound disk usage. */
const MOST = 1_000;
const MAX_BYTES = 100 * 1024 * 1024;

/** Saves a thread. With a key, a retry updates the same session. */
export function saveSession(
  { prisma, clock }: Pick<SessionsDeps, 'clock' | 'prisma'>,
  { userId }: Actor,
  { input, saveKey = null }: { input: SaveSession; saveKey?: string | null | undefined },
): Promise<ListedSession> {
  const {
    PromptText: promptText,
    IoText: ioText,
    ThreadJson: threadJson,
    Instructions: instructions,
  } = input;
  const size = [promptText, ioText, threadJson, instructions].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
  const data = {
    title: input.Title,
    provider: input.Provider,
    model: input.Model,
    requests: input.SessionRequests,
    tokensIn: input.SessionTokensIn,
    tokensOut: input.SessionTokensOut,
    cost: BigInt(Math.round(input.SessionTotalCostUsd * 1_000_000)),
    size,
    promptText,
    ioText,
    threadJson,
    instructions,
  };
  return prisma.$transaction(async (tx) => {
    const before =
      saveKey === null
        ? null
        : await tx.savedSession.findFirst({ where: { userId, saveKey }, select: { id: true } });
    await refuseBeyond(tx, { userId, NOT: before ?? [] }, size);
    const row = before
      ? await tx.savedSession.update({ where: before, data, omit: LONG_TEXTS })
      : await tx.savedSession.create({
          data: { ...data, id: randomUUID(), userId, saveKey, savedAt: new Date(clock()) },
        });
    return describeListed(row);
  });
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
