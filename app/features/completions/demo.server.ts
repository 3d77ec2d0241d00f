import type { PrismaClient } from '~/core/db/database.server';

/** The provider that answers until another one does. */
export const DEMO_PROVIDER = 'demo';

type Books = Pick<PrismaClient, 'ledgerOperation'>;

const OTHERS_REPLIES = { provider: { not: DEMO_PROVIDER }, state: { in: ['answered', 'purged'] } };

/** Whether another provider has ever answered, which ends Demo for good. The books say so. */
export const hasAnotherAnswered = async ({ ledgerOperation }: Books): Promise<boolean> =>
  (await ledgerOperation.findFirst({ where: OTHERS_REPLIES, select: { id: true } })) !== null;

/** The reply that ended Demo, if it came after this time. */
export async function findReplyThatEndedDemo(
  { ledgerOperation }: Books,
  sinceMs: number,
): Promise<{ provider: string; atMs: number } | undefined> {
  const before = { ...OTHERS_REPLIES, finishedAt: { lte: BigInt(sinceMs) } };
  // Nearly always there is one; else there are few to look through.
  if (await ledgerOperation.findFirst({ where: before, select: { id: true } })) return undefined;
  const first = await ledgerOperation.findFirst({
    where: OTHERS_REPLIES,
    orderBy: { finishedAt: 'asc' },
    select: { provider: true, finishedAt: true },
  });
  return first ? { provider: first.provider, atMs: Number(first.finishedAt) } : undefined;
}
