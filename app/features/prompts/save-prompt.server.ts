import { randomUUID } from 'node:crypto';
import type { SavedPrompt as SavedPromptRow } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import { planOf } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import { checkParts } from './check-parts.server';
import type { SavedPrompt, SavePrompt } from './schema';

const FREE_LIMIT = 12;
/** Nobody reads through more; without a bound one account could fill the disk. */
const MOST = 5000;

export async function savePrompt(services: Services, actor: Actor, input: SavePrompt): Promise<SavedPrompt> {
  const { prisma, ledger, clock } = services;
  const plan = planOf(actor.roles, await ledger.balance(actor.userId));
  const now = new Date(clock());
  const { tags, ...fields } = input;
  return prisma.$transaction(async (tx) => {
    // Counted in the same transaction: two at once must not make thirteen of twelve.
    refuseBeyond(await tx.savedPrompt.count({ where: { userId: actor.userId } }), plan);
    await checkParts(tx, input);
    return describePrompt(
      await tx.savedPrompt.create({
        data: {
          ...fields,
          id: randomUUID(),
          userId: actor.userId,
          tags: JSON.stringify(tags),
          createdAt: now,
          updatedAt: now,
        },
      }),
    );
  });
}

function refuseBeyond(count: number, plan: 'free' | 'pro'): void {
  if (plan === 'free' && count >= FREE_LIMIT) {
    throw new DomainError('payment-required', `Free plan limit reached: up to ${FREE_LIMIT} saved prompts.`, {
      code: 'free_saved_limit',
    });
  }
  if (count >= MOST) {
    throw new DomainError('conflict', `You have ${MOST} saved prompts. Delete some to save new ones.`, {
      code: 'too_many_prompts',
    });
  }
}

export const describePrompt = ({ tags, createdAt, ...row }: SavedPromptRow): SavedPrompt => ({
  id: row.id,
  userId: row.userId,
  title: row.title,
  content: row.content,
  description: row.description,
  categoryId: row.categoryId,
  topicId: row.topicId,
  subtopicId: row.subtopicId,
  rawTopic: row.rawTopic,
  rawSubtopic: row.rawSubtopic,
  styleTemplateId: row.styleTemplateId,
  outcomeTemplateId: row.outcomeTemplateId,
  aiModelId: row.aiModelId,
  tags: JSON.parse(tags) as string[],
  createdDate: createdAt.toISOString(),
});
