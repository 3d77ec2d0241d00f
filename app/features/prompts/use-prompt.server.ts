import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { completionResultSchema, COMPLETE_ENDPOINT } from '~/features/completions';
import type { PromptsDeps } from './deps.server';
import { recordPromptUse } from './record-prompt-use.server';
import { findPrompt, noSuchPrompt } from './find-prompt.server';
import type { SavedPrompt } from './answers';

/**
 * Counts a use: a request made from the prompt. With the key of a request sent here, that request counts once; without
 * a key, a request made elsewhere.
 */
export async function usePrompt(
  services: Pick<PromptsDeps, 'clock' | 'prisma' | 'ledger'>,
  actor: Actor,
  { id, operationKey }: { id: string; operationKey?: string | undefined },
): Promise<SavedPrompt> {
  const { userId } = await findPrompt(services, actor, id);
  if (operationKey === undefined) {
    const now = new Date(services.clock());
    await services.prisma.savedPrompt.updateMany({
      where: { id },
      data: { useCount: { increment: 1 }, ...(userId === actor.userId ? { lastUsedAt: now } : {}) },
    });
  } else {
    if (userId !== actor.userId) throw noSuchPrompt();
    const operation = await services.ledger.operation(actor.userId, COMPLETE_ENDPOINT, operationKey);
    if (!operation)
      throw new DomainError('not-found', 'No request found with this key.', { code: 'no_such_operation' });
    if (operation.state === 'answered') {
      const { usage } = completionResultSchema.parse(JSON.parse(operation.answer));
      await recordPromptUse(services, actor, { promptId: id, operationKey, costUsd: usage.costUsd });
    }
  }
  return findPrompt(services, actor, id);
}
