import type { UserRef } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';

/** Reads the cost that cached replies saved in a period, as far back as replies are stored. */
export async function readCacheSavings(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  { userId }: UserRef,
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<{ replies: number; savedMicroUsd: number }> {
  const { _count, _sum } = await prisma.baiqlReply.aggregate({
    where: { userId, isCopy: true, createdAt: { gte: BigInt(startMs), lt: BigInt(endMs) } },
    _count: true,
    _sum: { cost: true },
  });
  return { replies: _count, savedMicroUsd: Number(_sum.cost ?? 0n) };
}
