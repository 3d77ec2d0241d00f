import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { PromptsDeps } from '../deps.server';
import { codesOf, describePrompt, WITH_NAMES } from '../describe-prompt.server';
import { noSuchPrompt } from '../find-prompt.server';
import type { KeptPrompt } from '../answers';
import { auditPublication } from './audit-publication.server';
import { isProfane } from './profanity.server';

/**
 * Requests a review of the user's prompt: an approval, or an appeal against a decision or reports. Its state stays the
 * same until then.
 */
export async function requestReview(
  services: Pick<PromptsDeps, 'clock' | 'prisma'>,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<KeptPrompt> {
  const { prisma, clock } = services;
  return prisma.$transaction(async (tx) => {
    const row = await tx.savedPrompt.findFirst({ where: { id, userId: actor.userId }, include: WITH_NAMES });
    if (!row) throw noSuchPrompt();
    if (row.moderation === 'appealed')
      throw new DomainError('conflict', 'Your appeal is already waiting for a moderator.', {
        code: 'already_appealed',
      });
    if (row.moderation === 'clear' && row.isPublic)
      throw new DomainError('conflict', 'This prompt is already public.', { code: 'already_public' });
    const isAppeal = row.moderation !== 'clear' && row.moderation !== 'review';
    const codes = new Set([...codesOf(row), ...(isProfane(row) ? ['1a'] : [])]);
    const updated = await tx.savedPrompt.update({
      where: { id },
      data: {
        moderation: isAppeal ? 'appealed' : 'review',
        flaggedAt: new Date(clock()),
        wantsPublic: true,
        authorNote: reason,
        moderationCodes: JSON.stringify([...codes]),
      },
      include: WITH_NAMES,
    });
    await auditPublication(tx, services, actor, { before: row, after: updated });
    const message = isAppeal
      ? 'Your appeal was sent. Saved Prompts will show the decision.'
      : 'Your prompt was sent for review. Saved Prompts will show the decision.';
    return { ...describePrompt(updated, actor), message };
  });
}
