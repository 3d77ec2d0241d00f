import type { Prisma } from '@prisma/client';
import { fullName } from '~/core/shared/full-name';
import { ALL_CODES, type ModerationCode, type ModerationState } from './moderation-codes';
import type { PromptWithoutText, SavedPrompt } from './answers';

const NAME = { select: { firstName: true, lastName: true } } as const;

/** Fields of a displayed prompt. */
export const WITH_NAMES = {
  user: NAME,
  category: { select: { name: true } },
  topic: { select: { name: true } },
  subtopic: { select: { name: true } },
  source: { select: { id: true, isPublic: true, moderation: true, user: NAME } },
} as const satisfies Prisma.SavedPromptInclude;

export type PromptRow = Prisma.SavedPromptGetPayload<{ include: typeof WITH_NAMES }>;

export interface Viewer {
  userId: string | undefined;
  likes?: ReadonlySet<string>;
}

export const describePrompt = (row: PromptRow, viewer: Viewer): SavedPrompt => ({
  ...describeWithoutText(row, viewer),
  content: row.content,
});

/** A prompt as visible to one user: moderation, folder and costs are visible only to the author. */
export function describeWithoutText(
  row: Omit<PromptRow, 'content'>,
  { userId, likes }: Viewer,
): PromptWithoutText {
  const isOwn = row.userId === userId;
  const source = row.source && isListed(row.source) ? row.source : null;
  return {
    id: row.id,
    userId: row.userId,
    userName: nameOf(row.user),
    title: row.title,
    description: row.description,
    isPublic: row.isPublic,
    isSharedWithTeam: isOwn && row.teamId !== null,
    isFlagged: row.moderation !== 'clear',
    moderationState: row.moderation as ModerationState,
    moderationCodes: isOwn ? codesOf(row) : [],
    moderationNotes: isOwn ? row.moderationNotes : '',
    categoryId: row.categoryId,
    categoryName: row.category?.name ?? null,
    topicId: row.topicId,
    topicName: row.topic?.name ?? null,
    subtopicId: row.subtopicId,
    subtopicName: row.subtopic?.name ?? null,
    rawTopic: row.rawTopic,
    rawSubtopic: row.rawSubtopic,
    styleTemplateId: row.styleTemplateId,
    outcomeTemplateId: row.outcomeTemplateId,
    aiModelId: row.aiModelId,
    tags: JSON.parse(row.tags) as string[],
    folder: isOwn ? row.folder : '',
    version: row.version,
    likeCount: row.likeCount,
    isLikedByCurrentUser: likes?.has(row.id) ?? false,
    useCount: row.useCount,
    lastUsedDate: isOwn ? (row.lastUsedAt?.toISOString() ?? null) : null,
    averageCostMicroUsd: isOwn && row.paidUses > 0 ? Number(row.cost) / row.paidUses : null,
    source: source ? { id: source.id, userName: nameOf(source.user) } : null,
    createdDate: row.createdAt.toISOString(),
    updatedDate: row.updatedAt.toISOString(),
  };
}

const isListed = ({ isPublic, moderation }: { isPublic: boolean; moderation: string }): boolean =>
  isPublic && moderation === 'clear';

const nameOf = (user: PromptRow['user']): string => fullName(user) || 'Anonymous';

export function codesOf({ moderationCodes }: { moderationCodes: string }): ModerationCode[] {
  const kept = JSON.parse(moderationCodes) as string[];
  return ALL_CODES.filter((code) => kept.includes(code));
}
