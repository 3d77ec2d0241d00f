import type { UserRef } from '~/core/server/session.server';
import type { PromptsDeps } from './deps.server';
import { visibleTo } from './visible-prompts.server';

/**
 * Counts a completed request as a use of its prompt, once, and adds its cost to the average of the sender's own prompt.
 * Ignores deleted or inaccessible prompts.
 */
export async function recordPromptUse(
  { prisma, clock }: Pick<PromptsDeps, 'clock' | 'prisma'>,
  { userId }: UserRef,
  { promptId, operationKey, costUsd }: { promptId: string; operationKey: string; costUsd: number },
): Promise<void> {
  const cost = BigInt(Math.round(costUsd * 1_000_000));
  await prisma.$transaction(async (tx) => {
    if ((await tx.promptCharge.count({ where: { userId, operationKey } })) > 0) return;
    const where = { id: promptId, ...visibleTo(userId) };
    const prompt = await tx.savedPrompt.findFirst({ where, select: { userId: true } });
    if (!prompt) return;
    const ofOwn = { lastUsedAt: new Date(clock()), cost: { increment: cost }, paidUses: { increment: 1 } };
    await tx.savedPrompt.update({
      where: { id: promptId },
      data: { useCount: { increment: 1 }, ...(prompt.userId === userId ? ofOwn : {}) },
    });
    await tx.promptCharge.create({ data: { promptId, userId, operationKey, cost } });
  });
}
