import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { PromptsDeps } from './deps.server';
import { noSuchPrompt } from './find-prompt.server';

/** Deletes a prompt with its versions, likes and reports. Other users' copies stay. */
export async function deletePrompt(
  services: Pick<PromptsDeps, 'clock' | 'prisma'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const { userId } = actor;
  await services.prisma.$transaction(async (tx) => {
    const { count } = await tx.savedPrompt.deleteMany({ where: { id, userId } });
    if (count === 0) throw noSuchPrompt();
    await writeAudit(tx, services, actor, {
      action: 'prompt.deleted',
      subject: id,
      detail: { author: userId },
    });
  });
}
