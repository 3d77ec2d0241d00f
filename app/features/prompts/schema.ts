import { z } from '~/core/shared/zod';

const MAX_CONTENT_CHARACTERS = 100_000;

/** The largest body of a call that carries a prompt: JSON may write a character in six. */
export const MAX_SAVE_BODY_BYTES = 6 * MAX_CONTENT_CHARACTERS + 64 * 1024;

const requiredId = z.number().int().positive().nullable();
const id = requiredId.default(null);
const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .nullish()
    .transform((value) => value ?? '');

/** What a prompt was built from. Raw texts are what stood in the fields where nothing of the content was chosen. */
const builtFrom = {
  categoryId: id,
  styleTemplateId: id,
  outcomeTemplateId: id,
  topicId: id,
  subtopicId: id,
  rawTopic: text(2000),
  rawSubtopic: text(2000),
};

export const generatedPromptSchema = z.object({
  ...builtFrom,
  /** Null for a prompt whose category is gone. */
  categoryId: requiredId,
  userTopic: text(2000),
  userDetails: text(10_000),
});
export type GeneratedPrompt = z.output<typeof generatedPromptSchema>;

export const savePromptSchema = z.object({
  ...builtFrom,
  aiModelId: z
    .number()
    .int()
    .min(0)
    .nullish()
    .transform((value) => value ?? 0),
  title: z
    .string()
    .trim()
    .min(1, 'Please enter a title.')
    .max(160, 'A title may have 160 characters at most.'),
  content: z
    .string()
    .max(
      MAX_CONTENT_CHARACTERS,
      `A prompt may have ${MAX_CONTENT_CHARACTERS.toLocaleString('en-US')} characters at most.`,
    )
    .refine((content) => content.trim() !== '', 'No prompt to save!'),
  description: text(2000),
  tags: z
    .array(z.string().trim().min(1).max(50))
    .max(20)
    .nullish()
    .transform((value) => value ?? []),
});
export type SavePrompt = z.output<typeof savePromptSchema>;

const optionalId = z.number().nullable();

export const savedPromptSchema = z.object({
  id: z.string(),
  userId: z.string(),
  title: z.string(),
  content: z.string(),
  description: z.string(),
  categoryId: optionalId,
  topicId: optionalId,
  subtopicId: optionalId,
  rawTopic: z.string(),
  rawSubtopic: z.string(),
  styleTemplateId: optionalId,
  outcomeTemplateId: optionalId,
  aiModelId: z.number(),
  tags: z.array(z.string()),
  createdDate: z.iso.datetime(),
});
export type SavedPrompt = z.output<typeof savedPromptSchema>;
