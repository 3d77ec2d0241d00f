import { useSyncExternalStore } from 'react';
import { personalKey } from '~/core/browser/browser-storage';
import { hasDraft } from '~/core/browser/draft-storage';
import type { SavedPrompt } from '~/features/prompts/index.server';

export type Edited = Pick<SavedPrompt, 'id' | 'userId'>;

/** Storage key of a prompt's unsaved edit. */
export const draftKeyOf = ({ id, userId }: Edited): string => personalKey(userId, `prompt-edit:${id}`);

/** Whether this browser has an unsaved edit of the prompt. The edit dialog and other tabs change it. */
export const useUnsavedEdit = (prompt: Edited): boolean =>
  useSyncExternalStore(
    subscribe,
    () => hasDraft(draftKeyOf(prompt)),
    () => false,
  );

/** In this tab, the page rerenders when the dialog closes, which reads it again. */
function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}
