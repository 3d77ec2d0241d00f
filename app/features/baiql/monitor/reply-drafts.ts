import { personalKey, tryToStore } from '~/core/browser/browser-storage';

/** What is being typed, by transaction: kept in the browser until it is saved or canceled. */
export interface ReplyDrafts {
  get(place: string): string | undefined;
  set(place: string, typed: string): void;
  delete(place: string): void;
  /** Where a text is kept that was canceled. */
  discardedAt(place: string): string;
}

export function replyDrafts(userId: string, executionId: string): ReplyDrafts {
  const keyOf = (place: string) => personalKey(userId, `reply-edit:${executionId}:${place}`);
  // Where the browser has no room, the panel may still go to another transaction and back.
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
