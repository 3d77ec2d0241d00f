import { z } from '~/core/browser/browser-zod';
import { ALL_CODES, MODERATION_STATES } from './moderation-codes';

const optionalId = z.nullable(z.number());
const optionalName = z.nullable(z.string());

export const savedPromptSchema = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  title: z.string(),
  content: z.string(),
  description: z.string(),
  isPublic: z.boolean(),
  isSharedWithTeam: z.boolean().check(z.describe('Yours and shared with your team.')),
  isFlagged: z.boolean(),
  moderationState: z.enum(MODERATION_STATES),
  moderationCodes: z.array(z.enum(ALL_CODES)),
  moderationNotes: z.string(),
  categoryId: optionalId,
  categoryName: optionalName,
  topicId: optionalId,
  topicName: optionalName,
  subtopicId: optionalId,
  subtopicName: optionalName,
  rawTopic: z.string(),
  rawSubtopic: z.string(),
  styleTemplateId: optionalId,
  outcomeTemplateId: optionalId,
  aiModelId: z.number(),
  tags: z.array(z.string()),
  folder: z.string(),
  version: z.number(),
  likeCount: z.number(),
  isLikedByCurrentUser: z.boolean(),
  useCount: z.number(),
  lastUsedDate: z.nullable(z.iso.datetime()),
  averageCostMicroUsd: z.nullable(z.number()),
  source: z.nullable(z.object({ id: z.string(), userName: z.string() })),
  createdDate: z.iso.datetime(),
  updatedDate: z.iso.datetime(),
});
export type SavedPrompt = z.output<typeof savedPromptSchema>;
export type PromptWithoutText = Omit<SavedPrompt, 'content'>;

export const PROMPT_ORIGINS = ['mine', 'team', 'liked', 'community'] as const;
export type PromptOrigin = (typeof PROMPT_ORIGINS)[number];

/** A prompt found by its name, without its text. */
const foundPromptSchema = z.object({
  id: z.string(),
  title: z.string(),
  variableCount: z.number(),
  origin: z.enum(PROMPT_ORIGINS),
});
export type FoundPrompt = z.output<typeof foundPromptSchema>;

export const foundPromptsSchema = z.object({ prompts: z.array(foundPromptSchema) });

/** The response to a save or an edit: the prompt, and a message about its publication if needed. */
export const keptPromptSchema = z.extend(savedPromptSchema, { message: z.string() });
export type KeptPrompt = z.output<typeof keptPromptSchema>;

const listedPromptVersionSchema = z.object({
  version: z.number(),
  title: z.string(),
  description: z.string(),
  note: z.string(),
  savedDate: z.iso.datetime(),
});
export type ListedPromptVersion = z.output<typeof listedPromptVersionSchema>;

export const promptVersionsSchema = z.object({ versions: z.array(listedPromptVersionSchema) });

export const promptVersionSchema = z.extend(listedPromptVersionSchema, { content: z.string() });
export type PromptVersion = z.output<typeof promptVersionSchema>;

export const importAnswerSchema = z.object({
  imported: z.number(),
  /** One message per prompt that was left out. */
  skipped: z.array(z.string()),
  /** Duplicates (same title and text) that were not added. */
  duplicates: z.number(),
});
export type ImportAnswer = z.output<typeof importAnswerSchema>;

export const likeAnswerSchema = z.object({
  newLikeCount: z.number(),
  isLiked: z.boolean(),
  message: z.string(),
});
export type LikeAnswer = z.output<typeof likeAnswerSchema>;

export const flaggedPromptSchema = z.extend(savedPromptSchema, {
  userEmail: z.string(),
  authorNote: z.string(),
  wantsPublic: z.boolean(),
  openReports: z.number(),
  flaggedDate: z.nullable(z.iso.datetime()),
});
export type FlaggedPrompt = z.output<typeof flaggedPromptSchema>;

export const flaggedListSchema = z.object({
  prompts: z.array(flaggedPromptSchema),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  totalPages: z.number(),
});
