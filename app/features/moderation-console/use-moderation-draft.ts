import { personalKey, removeStored } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { readStoredText, settleDraft, type DraftKind } from '~/core/browser/draft-storage';
import { useDraft } from '~/core/browser/use-draft';

const draftSchema = z.object({ notes: z.string(), codes: z.string() });
/** A moderator's draft for a prompt: notes, and codes separated by spaces. */
export type ModerationDraft = z.output<typeof draftSchema>;

const kind = { schema: draftSchema } satisfies DraftKind<ModerationDraft>;
const draftKey = (userId: string, promptId: string): string => personalKey(userId, `moderation:${promptId}`);

/** The draft on one prompt, kept in the browser until it is saved, even if another prompt is opened. */
export function useModerationDraft(userId: string, promptId: string, saved: ModerationDraft) {
  const legacy = legacyDraft(userId, promptId, saved);
  const draft = useDraft(draftKey(userId, promptId), { ...kind, legacy }, saved);
  return {
    ...draft.value,
    change: (fields: Partial<ModerationDraft>) => {
      const next = { ...draft.latest(), ...fields };
      if (next.notes === saved.notes && next.codes === saved.codes) draft.settle(next);
      else draft.change(next);
    },
  };
}

/** Removes the draft once saved, unless it has changed since it was sent. */
export const settleModerationDraft = (userId: string, promptId: string, sent: ModerationDraft): void =>
  settleDraft(draftKey(userId, promptId), kind, sent);

/** Earlier versions stored notes and codes apart. */
function legacyDraft(
  userId: string,
  promptId: string,
  saved: ModerationDraft,
): NonNullable<DraftKind<ModerationDraft>['legacy']> {
  const keys = {
    notes: personalKey(userId, `moderation-notes:${promptId}`),
    codes: personalKey(userId, `moderation-codes:${promptId}`),
  };
  return {
    read: () => {
      const [notes, codes] = [readStoredText(keys.notes), readStoredText(keys.codes)];
      if (notes === undefined && codes === undefined) return undefined;
      return { notes: notes ?? saved.notes, codes: codes ?? saved.codes };
    },
    remove: () => {
      removeStored(keys.notes);
      removeStored(keys.codes);
    },
  };
}
