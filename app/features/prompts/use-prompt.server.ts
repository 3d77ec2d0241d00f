import type { Actor } from '~/core/server/session.server';
import { findOperation } from '~/features/completions/index.server';
import type { Services } from '~/services';
import { findPrompt, noSuchPrompt } from './find-prompt.server';
import type { SavedPrompt } from './schema';

/**
 * Counts a use of a prompt. With the key of a request that its author made from it, the request's cost joins the
 * prompt's average instead, once.
 */
export async function usePrompt(
  services: Services,
  actor: Actor,
  { id, operationKey }: { id: string; operationKey?: string | undefined },
): Promise<SavedPrompt> {
  const prompt = await findPrompt(services, actor, id);
  if (operationKey !== undefined) {
    if (prompt.userId !== actor.userId) throw noSuchPrompt();
    await countCost(services, actor, { id, operationKey });
    return findPrompt(services, actor, id);
  }
  const now = new Date(services.clock());
  await services.prisma.savedPrompt.updateMany({
    where: { id },
    data: {
      useCount: { increment: 1 },
      ...(prompt.userId === actor.userId ? { lastUsedAt: now } : {}),
    },
  });
  return findPrompt(services, actor, id);
}

async function countCost(
  services: Services,
  actor: Actor,
  { id, operationKey }: { id: string; operationKey: string },
): Promise<void> {
  const operation = await findOperation(services, actor, operationKey);
  if (operation.state !== 'answered') return;
  const cost = BigInt(Math.round(operation.answer.usage.costUsd * 1_000_000));
  const { userId } = actor;
  await services.prisma.$transaction(async (tx) => {
    if ((await tx.promptCharge.count({ where: { userId, operationKey } })) > 0) return;
    const { count } = await tx.savedPrompt.updateMany({
      where: { id, userId },
      data: { cost: { increment: cost }, paidUses: { increment: 1 } },
    });
    if (count > 0) await tx.promptCharge.create({ data: { promptId: id, userId, operationKey, cost } });
  });
}
