import { useEffect, useState } from 'react';
import { personalKey, tryToStore } from '~/core/browser/browser-storage';

/** Where a browser keeps what a moderator writes and sets on a prompt. */
export const keysFor = (userId: string, promptId: string) => ({
  notes: personalKey(userId, `moderation-notes:${promptId}`),
  codes: personalKey(userId, `moderation-codes:${promptId}`),
});

/** What is being written: kept in the browser until it is saved, whatever is opened meanwhile. */
export function useKept(key: string, saved: string): [string, (text: string) => void] {
  const [text, setText] = useState(saved);
  useEffect(() => setText(localStorage.getItem(key) ?? saved), [key, saved]);
  const change = (next: string) => {
    setText(next);
    if (next === saved) localStorage.removeItem(key);
    else tryToStore(key, next);
  };
  return [text, change];
}

/** This was saved; what was written since it was sent stays. */
export function forgetKept(key: string, saved: string): void {
  if (localStorage.getItem(key) === saved) localStorage.removeItem(key);
}
