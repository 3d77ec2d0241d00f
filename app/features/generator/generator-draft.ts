import { personalKey } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { keepDiscarded, type DiscardedFields } from '~/core/browser/discarded';
import { moveStored, openDraft, storedDraftIds, type StoredDraft } from '~/core/browser/draft-storage';
import { keepPlace } from '~/core/browser/tab-place';
import type { GeneratorState } from './engine/generator-state';
import { LANGUAGES, LEVEL_NAMES } from './engine/languages';

const optionalId = z.nullable(z.number());
const optionalText = z.nullable(z.string());

/** The stored state, without templates. */
const draftSchema = z.object({
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

export type GeneratorDraft = z.output<typeof draftSchema>;

/** A saved prompt opened in the generator, passed in the navigation state. */
const handedSchema = z.object({
  id: z.nullish(z.string()),
  content: z.string(),
  categoryId: z.nullish(z.number()),
  styleTemplateId: z.nullish(z.number()),
  outcomeTemplateId: z.nullish(z.number()),
  topicId: z.nullish(z.number()),
  topicName: z.nullish(z.string()),
});

/** Claims this tab's storage slot. Undefined if the browser can't store anything. */
export async function claimSlot(userId: string): Promise<string | undefined> {
  try {
    return await keepPlace(personalKey(userId, 'generator-place'), () => storedSlots(userId));
  } catch {
    return undefined;
  }
}

const DRAFT = 'generator:';

/** Slots with work, last changed first. Earlier versions had one slot for all tabs. */
function storedSlots(userId: string): string[] {
  moveStored(personalKey(userId, 'generator'), personalKey(userId, `${DRAFT}earlier`));
  return storedDraftIds(userId, [DRAFT]);
}

/** The draft in a slot. */
export const openGeneratorDraft = (userId: string, slot: string): StoredDraft<GeneratorDraft> =>
  openDraft(personalKey(userId, DRAFT + slot), {
    schema: draftSchema,
    // A category alone isn't worth storing; it may just be the pinned one.
    isEmpty: ({ styleId, prompt }) => styleId === null && prompt === '',
  });

/** The parts of the generator's state that are stored. */
export const toDraft = (state: GeneratorState): GeneratorDraft => draftSchema.parse(state);

/** Where cleared work is kept. */
export const CLEARED_DRAFT = 'generator';

/** Keeps work that is about to be cleared, if it contains text. */
export function discardDraft(work: Partial<GeneratorDraft>): void {
  const { prompt = '', topic = '', details = '' } = work;
  const text = [prompt, topic, details].find((each) => each.trim() !== '');
  if (text !== undefined)
    keepDiscarded(CLEARED_DRAFT, { text, work: JSON.stringify(discardedSchema.parse(work)) });
}

const discardedSchema = z.partial(draftSchema);

export function parseDiscardedDraft({ work = '{}' }: DiscardedFields): Partial<GeneratorDraft> {
  return discardedSchema.parse(JSON.parse(work));
}

/** The saved prompt in a navigation state; undefined if there is none. Throws if it is invalid. */
export function readOpenedPrompt(state: unknown): Partial<GeneratorDraft> | undefined {
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
