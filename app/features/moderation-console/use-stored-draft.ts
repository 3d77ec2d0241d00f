import { useEffect, useState } from 'react';
import { personalKey, tryToStore } from '~/core/browser/browser-storage';

/** Storage keys of a moderator's draft on a prompt. */
export const draftKeysFor = (userId: string, promptId: string) => ({
  notes: personalKey(userId, `moderation-notes:${promptId}`),
  codes: personalKey(userId, `moderation-codes:${promptId}`),
});

/** A draft, kept in the browser until it is saved, even if another prompt is opened. */
export function useStoredDraft(key: string, saved: string): [string, (text: string) => void] {
  const [text, setText] = useState(saved);
  useEffect(() => setText(localStorage.getItem(key) ?? saved), [key, saved]);
  const change = (next: string) => {
    setText(next);
    if (next === saved) localStorage.removeItem(key);
    else tryToStore(key, next);
  };
  return [text, change];
}

/** Removes the draft once saved, unless it has changed since it was sent. */
export function clearStoredDraft(key: string, saved: string): void {
  if (localStorage.getItem(key) === saved) localStorage.removeItem(key);
}
