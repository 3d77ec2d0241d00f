import { personalKey, tryToStore } from '~/core/browser/browser-storage';

/** Drafts of edited replies, by transaction, kept in the browser until saved or canceled. */
export interface ReplyDrafts {
  get(place: string): string | undefined;
  set(place: string, typed: string): void;
  delete(place: string): void;
  /** Where the text of a canceled edit is kept. */
  discardedAt(place: string): string;
}

export function replyDrafts(userId: string, executionId: string): ReplyDrafts {
  const keyOf = (place: string) => personalKey(userId, `reply-edit:${executionId}:${place}`);
  // Fallback if the browser's storage is full: drafts survive switching between transactions.
  const typedHere = new Map<string, string>();
  return {
    discardedAt: (place) => `reply-edit:${executionId}:${place}`,
    get: (place) => typedHere.get(place) ?? localStorage.getItem(keyOf(place)) ?? undefined,
    set: (place, typed) => {
      typedHere.set(place, typed);
      tryToStore(keyOf(place), typed);
    },
    delete: (place) => {
      typedHere.delete(place);
      localStorage.removeItem(keyOf(place));
    },
  };
}
