import { useCallback, useEffect, useState, type RefObject } from 'react';
import { loadDraft, saveDraft } from './workspace-storage';

/** What stands in the prompt field. It survives reloads and expired sessions on this browser. */
export function useDraft(userId: string, field: RefObject<HTMLTextAreaElement>) {
  const [draft, setState] = useState('');
  const setDraft = useCallback(
    (next: string) => {
      setState(next);
      saveDraft(userId, next);
    },
    [userId],
  );
  useEffect(() => {
    // What was typed before the scripts had loaded counts more than what was kept.
    const typed = field.current?.value ?? '';
    setDraft(typed === '' ? loadDraft(userId) : typed);
  }, [userId, field, setDraft]);
  return [draft, setDraft] as const;
}
