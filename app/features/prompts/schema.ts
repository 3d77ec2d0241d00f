import { equalKey } from '@promptwell/text/equal-key';
import { plainName } from '@promptwell/text/plain-name';
import { z } from '~/core/shared/zod';
import {
  MAX_CONTENT_CHARACTERS,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_FOLDER_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_TAG_CHARACTERS,
  MAX_TAGS,
  MAX_TITLE_CHARACTERS,
  TAG_TOO_LONG,
  TOO_MANY_TAGS,
} from './limits';

/** Maximum body of a call with a prompt: JSON may escape a character as six bytes. */
export const MAX_SAVE_BODY_BYTES = 6 * MAX_CONTENT_CHARACTERS + 64 * 1024;

const requiredId = z.number().int().positive().nullable();
const id = requiredId.default(null);
const text = (maxLength: number, complaint?: string) =>
  z
    .string()
    .trim()
    .max(maxLength, complaint)
    .nullish()
    .transform((value) => value ?? '');

/** What a prompt was built from. Raw texts are custom entries that match no content. */
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
  /** Null if the category was deleted. */
  categoryId: requiredId,
  userTopic: text(2000),
  userDetails: text(10_000),
});
export type GeneratedPrompt = z.output<typeof generatedPromptSchema>;

const title = z
  .string()
  .trim()
  .min(1, 'Please enter a title.')
  .max(MAX_TITLE_CHARACTERS, `A title can have up to ${MAX_TITLE_CHARACTERS} characters.`);
const content = z
  .string()
  .max(
    MAX_CONTENT_CHARACTERS,
    `A prompt can have up to ${MAX_CONTENT_CHARACTERS.toLocaleString('en-US')} characters.`,
  )
  .refine((written) => written.trim() !== '', 'No prompt to save!');
/** The author's folder; empty: none. */
const folder = z
  .string()
  .overwrite(plainName)
  .max(MAX_FOLDER_CHARACTERS, `A folder name can have up to ${MAX_FOLDER_CHARACTERS} characters.`);
const tags = z
  .array(
    z.string().overwrite(plainName).min(1, 'A tag can’t be empty.').max(MAX_TAG_CHARACTERS, TAG_TOO_LONG),
  )
  .max(MAX_TAGS, TOO_MANY_TAGS)
  .transform((list) => [...new Map(list.map((tag) => [equalKey(tag), tag])).values()]);

const promptFields = {
  ...builtFrom,
  aiModelId: z
    .number()
    .int()
    .min(0)
    .nullish()
    .transform((value) => value ?? 0),
  title,
  content,
  description: text(
    MAX_DESCRIPTION_CHARACTERS,
    `A description can have up to ${MAX_DESCRIPTION_CHARACTERS.toLocaleString('en-US')} characters.`,
  ),
  tags: tags.nullish().transform((value) => value ?? []),
};

export const savePromptSchema = z.object({
  ...promptFields,
  isPublic: z.boolean().nullish().meta({
    description: 'By default, the preference DefaultSavedPromptIsPublic decides.',
  }),
  folder: folder.default(''),
  sourceId: z.string().max(64).optional().meta({
    description: 'The community prompt this is a copy of. A copy starts private.',
  }),
});
export type SavePrompt = z.output<typeof savePromptSchema>;

/** Omitted tags, folder and privacy stay unchanged. */
export const updatePromptSchema = z.object({
  ...promptFields,
  tags: tags.nullish(),
  isPublic: z.boolean().optional(),
  folder: folder.optional(),
  note: z
    .string()
    .trim()
    .max(MAX_NOTE_CHARACTERS, `A note can have up to ${MAX_NOTE_CHARACTERS} characters.`)
    .default(''),
  baseVersion: z.number().int().positive().optional().meta({
    description:
      'The version the edit started from. If another was saved since, the answer is 409 prompt_changed.',
  }),
});
export type UpdatePrompt = z.output<typeof updatePromptSchema>;

export const promptParams = z.object({ id: z.string().min(1).max(64) });
export const promptVersionParams = promptParams.extend({
  version: z.coerce.number({ error: 'must be a number' }).int().positive(),
});
