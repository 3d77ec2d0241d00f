import { personalKey, removeStored } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { keepDiscarded, type DiscardedFields } from '~/core/browser/discarded';
import {
  moveStored,
  openDraft,
  readStoredText,
  storedDraftIds,
  type DraftKind,
} from '~/core/browser/draft-storage';
import { isStarter } from './starters';

const draftSchema = z.object({
  prompt: z.string(),
  /** The saved prompt it is based on. */
  savedPromptId: z.optional(z.string()),
});

/** The prompt in the composer. */
export type PromptDraft = z.output<typeof draftSchema>;

export const NO_PROMPT: PromptDraft = { prompt: '', savedPromptId: undefined };

/** Where discarded prompts are kept. */
export const PROMPTS = 'prompts';

const toFields = ({ prompt, savedPromptId }: PromptDraft): DiscardedFields => ({
  prompt,
  ...(savedPromptId === undefined ? {} : { savedPromptId }),
});

export const discardedPromptOf = ({ prompt = '', savedPromptId }: DiscardedFields): PromptDraft => ({
  prompt,
  savedPromptId,
});

/** Keeps a replaced prompt for a day, unless it is a starter. */
export function discardPrompt(draft: PromptDraft): void {
  if (!isStarter(draft.prompt)) keepDiscarded(PROMPTS, toFields(draft));
}

const nameOf = { draft: 'ai-prompt:', files: 'ai-files:' };
/** Earlier versions stored the prompt and the saved prompt it was based on as two texts. */
const legacyNameOf = { prompt: 'ai-draft:', savedPromptId: 'ai-draft-saved-prompt:' };

export const promptDraftKey = (userId: string, slot: string): string =>
  personalKey(userId, nameOf.draft + slot);

/** The draft in a slot. A starter is no draft: it comes back by itself. */
export function promptDraftIn(userId: string, slot: string): DraftKind<PromptDraft> {
  const promptKey = personalKey(userId, legacyNameOf.prompt + slot);
  const savedPromptKey = personalKey(userId, legacyNameOf.savedPromptId + slot);
  return {
    schema: draftSchema,
    isEmpty: ({ prompt }) => prompt === '' || isStarter(prompt),
    discardedAs: (draft) => ({ place: PROMPTS, fields: toFields(draft) }),
    legacy: {
      read: () => {
        const prompt = readStoredText(promptKey);
        return prompt === undefined ? undefined : { prompt, savedPromptId: readStoredText(savedPromptKey) };
      },
      remove: () => {
        removeStored(promptKey);
        removeStored(savedPromptKey);
      },
    },
  };
}

/** Slots with a draft or files, last written first. */
export function storedSlots(userId: string): string[] {
  const names = [nameOf.draft, nameOf.files, legacyNameOf.prompt];
  // The first version had one slot for all tabs.
  for (const name of [...names, legacyNameOf.savedPromptId])
    moveStored(personalKey(userId, name.slice(0, -1)), personalKey(userId, `${name}earlier`));
  const slots = storedDraftIds(userId, names);
  const latestKey = personalKey(userId, 'ai-latest-place');
  const latest = readStoredText(latestKey);
  removeStored(latestKey);
  return slots.toSorted((one, other) => Number(other === latest) - Number(one === latest));
}

/** The prompts in all slots. */
export const storedPrompts = (userId: string): string[] =>
  storedSlots(userId).flatMap((slot) => {
    const draft = openDraft(promptDraftKey(userId, slot), promptDraftIn(userId, slot)).read();
    return draft ? [draft.prompt] : [];
  });
