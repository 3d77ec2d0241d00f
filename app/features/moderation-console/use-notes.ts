import { useEffect, useState } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';

const keyOf = (promptId: string): string => `promptwell:moderation-notes:${promptId}`;

/** The notes on a prompt as they are written: kept in the browser until they are saved, whatever is opened meanwhile. */
export function useNotes(promptId: string, saved: string): [string, (notes: string) => void] {
  const [notes, setNotes] = useState(saved);
  useEffect(() => setNotes(localStorage.getItem(keyOf(promptId)) ?? saved), [promptId, saved]);
  const change = (next: string) => {
    setNotes(next);
    if (next === saved) localStorage.removeItem(keyOf(promptId));
    else tryToStore(keyOf(promptId), next);
  };
  return [notes, change];
}

/** These were saved; what was written since they were sent stays. */
export function forgetNotes(promptId: string, saved: string): void {
  if (localStorage.getItem(keyOf(promptId)) === saved) localStorage.removeItem(keyOf(promptId));
}
