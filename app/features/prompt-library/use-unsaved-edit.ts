import { useSyncExternalStore } from 'react';
import { personalKey } from '~/core/browser/browser-storage';
import type { SavedPrompt } from '~/features/prompts/index.server';

export type Edited = Pick<SavedPrompt, 'id' | 'userId'>;

/** Where this browser keeps an edit of a prompt that was never saved. */
export const draftKeyOf = ({ id, userId }: Edited): string => personalKey(userId, `prompt-edit:${id}`);

/** Whether this browser keeps an edit of the prompt. The edit dialog changes it, and so may another tab. */
export const useUnsavedEdit = (prompt: Edited): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isKept(draftKeyOf(prompt)),
    () => false,
  );

/** In this tab the page is drawn anew when the dialog closes, which asks again. */
function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}

function isKept(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // no storage, so nothing is kept in it
  }
}
