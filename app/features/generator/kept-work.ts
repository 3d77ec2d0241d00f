import { personalKey, readStored, removeStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import type { GeneratorState } from './engine/generator-state';
import { LANGUAGES, LEVEL_NAMES } from './engine/languages';

const optionalId = z.nullable(z.number());
const optionalText = z.nullable(z.string());

/** What is kept of the work: all of it but the templates, which are the server's. */
const keptSchema = z.object({
  categoryId: optionalId,
  styleId: optionalId,
  outcomeId: optionalId,
  topic: z.string(),
  topicId: optionalId,
  details: z.string(),
  subtopicId: optionalId,
  language: z.enum(LANGUAGES),
  level: z.enum(LEVEL_NAMES),
  prompt: z.string(),
  savedPromptId: z._default(optionalText, null),
});

type Kept = z.output<typeof keptSchema>;

/** A saved prompt as it is handed back to the generator, in the state of a navigation. */
const handedSchema = z.object({
  id: z.nullish(z.string()),
  content: z.string(),
  categoryId: z.nullish(z.number()),
  styleTemplateId: z.nullish(z.number()),
  outcomeTemplateId: z.nullish(z.number()),
  topicId: z.nullish(z.number()),
  topicName: z.nullish(z.string()),
});

const keyOf = (userId: string): string => personalKey(userId, 'generator');

/** What this browser kept of the person's work; undefined when there is none, or of another shape. */
export const loadWork = (userId: string): Kept | undefined => readStored(keyOf(userId), keptSchema);

/** A full store keeps nothing; the page works without it. */
export function saveWork(userId: string, state: GeneratorState): void {
  // A category alone is no work, and may be nothing but the pinned one.
  if (state.styleId === null && state.prompt === '') removeStored(keyOf(userId));
  else tryToStore(keyOf(userId), JSON.stringify(keptSchema.parse(state)));
}

/** Throws when it is none. */
export function readHandedPrompt(state: unknown): Partial<Kept> | undefined {
  if (typeof state !== 'object' || state === null || !('savedPrompt' in state)) return undefined;
  const handed = handedSchema.parse(state.savedPrompt);
  return {
    categoryId: handed.categoryId ?? null,
    styleId: handed.styleTemplateId ?? null,
    outcomeId: handed.outcomeTemplateId ?? null,
    topic: handed.topicName ?? '',
    topicId: handed.topicId ?? null,
    prompt: handed.content,
    savedPromptId: handed.id ?? null,
  };
}
