import { useCallback, useEffect, useRef, useState } from 'react';
import { personalKey, readStored, removeStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { keepDiscarded } from '~/core/browser/discarded';
import type { AdminDoc } from './answers';

const draftSchema = z.object({ version: z.number(), title: z.string(), content: z.string() });
type Draft = z.output<typeof draftSchema>;

/** False where storage is full or forbidden; the text is still on the page. */
function keepDraft(key: string, draft: Draft | null): boolean {
  if (draft && tryToStore(key, JSON.stringify(draft))) return true;
  // An earlier one must not come back as if it were the latest.
  removeStored(key);
  return draft === null;
}

/** What is typed, kept in the browser for its writer until it is saved: a reload or an expired session loses nothing. */
export function useDocDraft(doc: AdminDoc, userId: string) {
  const saved: Draft = { version: doc.version, title: doc.title, content: doc.content };
  const [draft, setDraft] = useState<Draft>(saved);
  const [isKept, setIsKept] = useState(true);
  const latest = useRef(draft);
  latest.current = draft;
  const key = personalKey(userId, `doc-draft:${String(doc.id)}`);
  useEffect(() => {
    const kept = readStored(key, draftSchema);
    if (kept) setDraft(kept);
  }, [key]);
  const put = useCallback(
    (next: Draft) => {
      setDraft(next);
      setIsKept(keepDraft(key, next));
    },
    [key],
  );
  /** These texts were saved as this version: later edits begin with it, also those made while they were on their way. */
  const settle = useCallback(
    (version: number, sent: FormData | undefined) => {
      const next = { ...latest.current, version };
      setDraft(next);
      const isSent = (['title', 'content'] as const).every((name) => sent?.get(name) === next[name]);
      setIsKept(keepDraft(key, isSent ? null : next));
    },
    [key],
  );
  const isChanged = draft.title !== doc.title || draft.content !== doc.content;
  const place = `doc:${String(doc.id)}`;
  const discard = () => {
    if (isChanged) keepDiscarded(place, { title: draft.title, content: draft.content });
  };
  const change = (fields: Partial<Pick<Draft, 'title' | 'content'>>) => put({ ...draft, ...fields });
  return {
    ...draft,
    isKept,
    isChanged,
    /** Where texts are kept that were discarded. */
    place,
    change,
    /** Goes on with other texts; those that are here can be restored. */
    replace: (fields: Partial<Pick<Draft, 'title' | 'content'>>) => {
      discard();
      change(fields);
    },
    /** Goes on from another version, with these texts. */
    rebase: (next: Draft) => {
      if (next.content !== draft.content || next.title !== draft.title) discard();
      put(next);
    },
    settle,
    reset: () => {
      discard();
      setDraft(saved);
      setIsKept(keepDraft(key, null));
    },
  };
}

export type DocDraft = ReturnType<typeof useDocDraft>;
