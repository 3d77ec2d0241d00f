import { useCallback, useEffect, useState } from 'react';
import { loadDraft, saveDraft } from './workspace-storage';

/** What stands in the prompt field. It survives reloads and expired sessions on this browser. */
export function useDraft(userId: string) {
  const [draft, setState] = useState('');
  // What was typed before the scripts had loaded counts more than what was kept.
  useEffect(() => setState((typed) => typed || loadDraft(userId)), [userId]);
  const setDraft = useCallback(
    (next: string) => {
      setState(next);
      saveDraft(userId, next);
    },
    [userId],
  );
  return [draft, setDraft] as const;
}
