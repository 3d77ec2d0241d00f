import type { Actor, UserRef } from '~/core/server/session.server';
import { findOwnKey } from './change-key.server';
import type { ApiKeysDeps } from './deps.server';
import type { ApiKeyView } from './schema';
import { describeKey } from './stored-key.server';

const MAX_LISTED = 500;

interface SpendReader {
  ledger: Pick<ApiKeysDeps['ledger'], 'spentWithKeys'>;
}

/** One key of the actor, with its limits and what it spent this month. */
export async function readKey(
  { prisma, clock, ledger }: Pick<ApiKeysDeps, 'prisma' | 'clock'> & SpendReader,
  actor: Pick<Actor, 'userId'>,
  id: string,
): Promise<ApiKeyView> {
  const row = await findOwnKey(prisma, actor, id);
  const spent = await ledger.spentWithKeys([id]);
  return describeKey(row, clock(), spent.get(id) ?? 0n);
}

/** A user's keys, newest first, with those that no longer work at the end. */
export async function listKeys(
  { prisma, clock, ledger }: Pick<ApiKeysDeps, 'prisma' | 'clock'> & SpendReader,
  { userId }: UserRef,
): Promise<{ items: ApiKeyView[] }> {
  const rows = await prisma.apiKey.findMany({
    where: { userId },
    orderBy: { createdAt: 'desc' },
    take: MAX_LISTED,
  });
  const spent = await ledger.spentWithKeys(rows.map(({ id }) => id));
  const keys = rows.map((row) => describeKey(row, clock(), spent.get(row.id) ?? 0n));
  return {
    items: [
      ...keys.filter(({ state }) => state === 'active'),
      ...keys.filter(({ state }) => state !== 'active'),
    ],
  };
}
