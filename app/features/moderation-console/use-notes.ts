import { useEffect, useState } from 'react';
import { personalKey, tryToStore } from '~/core/browser/browser-storage';

/** Where a browser keeps what a moderator writes on a prompt. */
export const notesKeyOf = (userId: string, promptId: string): string =>
  personalKey(userId, `moderation-notes:${promptId}`);

/** The notes on a prompt as they are written: kept in the browser until they are saved, whatever is opened meanwhile. */
export function useNotes(key: string, saved: string): [string, (notes: string) => void] {
  const [notes, setNotes] = useState(saved);
  useEffect(() => setNotes(localStorage.getItem(key) ?? saved), [key, saved]);
  const change = (next: string) => {
    setNotes(next);
    if (next === saved) localStorage.removeItem(key);
    else tryToStore(key, next);
  };
  return [notes, change];
}

/** These were saved; what was written since they were sent stays. */
export function forgetNotes(key: string, saved: string): void {
  if (localStorage.getItem(key) === saved) localStorage.removeItem(key);
}
