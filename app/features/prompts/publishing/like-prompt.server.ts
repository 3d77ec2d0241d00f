import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { PromptsDeps } from '../deps.server';
import { noSuchPrompt } from '../find-prompt.server';
import { LISTED } from '../visible-prompts.server';
import type { LikeAnswer } from '../answers';

/** Likes a community prompt. Idempotent; authors can't like their own. */
export async function likePrompt(
  { prisma, clock }: Pick<PromptsDeps, 'clock' | 'prisma'>,
  { userId }: Actor,
  promptId: string,
): Promise<LikeAnswer> {
  return prisma.$transaction(async (tx) => {
    const prompt = await tx.savedPrompt.findFirst({
      where: { id: promptId, OR: [{ userId }, LISTED] },
      select: { userId: true, likeCount: true },
    });
    if (!prompt) throw noSuchPrompt();
    if (prompt.userId === userId)
      throw new DomainError('conflict', 'You can’t like your own prompt.', { code: 'own_prompt' });
    const isLiked = (await tx.promptLike.count({ where: { promptId, userId } })) > 0;
    if (isLiked)
      return { newLikeCount: prompt.likeCount, isLiked: true, message: 'You already like this prompt.' };
    await tx.promptLike.create({ data: { promptId, userId, at: new Date(clock()) } });
    const { likeCount } = await tx.savedPrompt.update({
      where: { id: promptId },
      data: { likeCount: { increment: 1 } },
      select: { likeCount: true },
    });
    return { newLikeCount: likeCount, isLiked: true, message: 'Prompt liked' };
  });
}
