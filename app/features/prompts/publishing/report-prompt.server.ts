import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import { queueMail, sendDueMails } from '~/features/mails/index.server';
import type { PromptsDeps } from '../deps.server';
import { aboutPrompt } from '../moderation/moderation-mails.server';
import { codesOf } from '../describe-prompt.server';
import { noSuchPrompt } from '../find-prompt.server';
import { LISTED } from '../visible-prompts.server';
import { REPORTS_THAT_HIDE } from '../moderation-codes';
import type { ReportPrompt } from './schema';

/**
 * Reports a community prompt, once per user. Enough reports hide it until it is reviewed, and its author is notified.
 */
export async function reportPrompt(
  services: Pick<
    PromptsDeps,
    | 'log'
    | 'clock'
    | 'prisma'
    | 'paymentMutex'
    | 'deferredWrites'
    | 'mailQueueKey'
    | 'mailer'
    | 'background'
    | 'mailComposers'
  >,
  actor: Actor,
  { id: promptId, code, note }: ReportPrompt & { id: string },
): Promise<{ message: string }> {
  const { userId } = actor;
  const at = new Date(services.clock());
  const isHidden = await services.prisma.$transaction(async (tx) => {
    const prompt = await tx.savedPrompt.findFirst({
      where: { id: promptId, OR: [{ userId }, LISTED] },
      select: { userId: true, moderationCodes: true },
    });
    if (!prompt) throw noSuchPrompt();
    if (prompt.userId === userId)
      throw new DomainError('conflict', 'You can’t report your own prompt.', { code: 'own_prompt' });
    if ((await tx.promptReport.count({ where: { promptId, userId } })) > 0)
      throw new DomainError('conflict', 'You already reported this prompt.', { code: 'already_reported' });
    await tx.promptReport.create({ data: { promptId, userId, code, note, at } });
    await writeAudit(tx, services, actor, {
      action: 'prompt.reported',
      subject: promptId,
      detail: { author: prompt.userId, code },
    });
    const open = await tx.promptReport.findMany({
      where: { promptId, settledAt: null },
      select: { code: true },
    });
    if (open.length < REPORTS_THAT_HIDE) return false;
    const codes = new Set([...codesOf(prompt), '5a', ...open.map((report) => report.code)]);
    await tx.savedPrompt.update({
      where: { id: promptId },
      data: { moderation: 'reported', flaggedAt: at, moderationCodes: JSON.stringify([...codes]) },
    });
    const about = aboutPrompt('hidden', promptId, at);
    await queueMail(
      { prisma: tx, clock: services.clock },
      { userId: prompt.userId, kind: 'moderation', about },
    );
    return true;
  });
  if (isHidden) services.background.run('moderation mails', () => sendDueMails(services));
  return { message: 'Thanks for telling us. A moderator will look at this prompt.' };
}
