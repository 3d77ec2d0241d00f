import type { TeamsDeps } from './deps.server';

export interface KeySpending {
  id: string;
  name: string;
  last4: string;
  userId: string;
  lastUsedAt: string | null;
  spentMicroUsd: number;
}

/** What was spent this month (UTC) with each API key of these users, revoked ones included; the most first. */
export async function readKeySpending(
  { prisma, ledger }: Pick<TeamsDeps, 'prisma' | 'ledger'>,
  userIds: readonly string[],
): Promise<KeySpending[]> {
  const keys = await prisma.apiKey.findMany({
    where: { userId: { in: [...userIds] } },
    select: { id: true, name: true, last4: true, userId: true, lastUsedAt: true },
  });
  const spent = await ledger.spentWithKeys(keys.map(({ id }) => id));
  return keys
    .map(({ lastUsedAt, ...key }) => ({
      ...key,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      spentMicroUsd: Number(spent.get(key.id) ?? 0n),
    }))
    .filter(({ spentMicroUsd }) => spentMicroUsd > 0)
    .sort((a, b) => b.spentMicroUsd - a.spentMicroUsd);
}
