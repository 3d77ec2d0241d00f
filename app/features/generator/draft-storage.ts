import { personalKey, readStored, removeStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { keepDiscarded, type DiscardedFields } from '~/core/browser/discarded';
import { keepPlace } from '~/core/browser/tab-place';
import type { GeneratorState } from './engine/generator-state';
import { LANGUAGES, LEVEL_NAMES } from './engine/languages';

const optionalId = z.nullable(z.number());
const optionalText = z.nullable(z.string());

/** The stored state, without templates. */
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

const datedSchema = z.object({ keptAtMs: z._default(z.number(), 0) });

const KEPT = 'generator:';
const keyOf = (userId: string, place: string): string => personalKey(userId, KEPT + place);

/** Claims this tab's storage slot. Undefined if the browser can't store anything. */
export async function claimSlot(userId: string): Promise<string | undefined> {
  try {
    return await keepPlace(personalKey(userId, 'generator-place'), () => storedSlots(userId));
  } catch {
    return undefined;
  }
}

/** Slots with work, last changed first. */
function storedSlots(userId: string): string[] {
  migrateLegacyDraft(userId);
  const prefix = keyOf(userId, '');
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({
      place: key.slice(prefix.length),
      keptAtMs: readStored(key, datedSchema)?.keptAtMs ?? 0,
    }))
    .toSorted((one, other) => other.keptAtMs - one.keptAtMs)
    .map(({ place }) => place);
}

/** Migrates from earlier versions, which had one slot for all tabs. */
function migrateLegacyDraft(userId: string): void {
  const earlier = personalKey(userId, 'generator');
  const kept = localStorage.getItem(earlier);
  if (kept !== null) tryToStore(keyOf(userId, 'earlier'), kept);
  localStorage.removeItem(earlier);
}

/** The stored work; undefined if there is none or it is invalid. */
export const loadDraft = (userId: string, place: string): Kept | undefined =>
  readStored(keyOf(userId, place), keptSchema);

/** Does nothing if storage is full. */
export function saveDraft(userId: string, place: string, state: GeneratorState): void {
  const key = keyOf(userId, place);
  // A category alone isn't worth storing; it may just be the pinned one.
  if (state.styleId === null && state.prompt === '') removeStored(key);
  else tryToStore(key, JSON.stringify({ ...keptSchema.parse(state), keptAtMs: Date.now() }));
}

/** Where cleared work is kept. */
export const CLEARED_DRAFT = 'generator';

/** Keeps work that is about to be cleared, if it contains text. */
export function discardDraft(work: Partial<Kept>): void {
  const { prompt = '', topic = '', details = '' } = work;
  const text = [prompt, topic, details].find((each) => each.trim() !== '');
  if (text !== undefined)
    keepDiscarded(CLEARED_DRAFT, { text, work: JSON.stringify(discardedSchema.parse(work)) });
}

const discardedSchema = z.partial(keptSchema);

export function parseDiscardedDraft({ work = '{}' }: DiscardedFields): Partial<Kept> {
  return discardedSchema.parse(JSON.parse(work));
}

/** The saved prompt in a navigation state; undefined if there is none. Throws if it is invalid. */
export function readOpenedPrompt(state: unknown): Partial<Kept> | undefined {
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
