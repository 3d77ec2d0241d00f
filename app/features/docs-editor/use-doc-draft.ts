import { useCallback, useEffect, useRef, useState } from 'react';
import { personalKey, readStored, removeStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { keepDiscarded } from '~/core/browser/discarded';
import type { AdminDoc } from './responses';

const draftSchema = z.object({ version: z.number(), title: z.string(), content: z.string() });
type Draft = z.output<typeof draftSchema>;

/** Returns false if storage is full or disabled; the text stays on the page. */
function storeDraft(key: string, draft: Draft | null): boolean {
  if (draft && tryToStore(key, JSON.stringify(draft))) return true;
  // An outdated draft must not be restored later.
  removeStored(key);
  return draft === null;
}

/** Draft of a document, kept in the browser until it is saved, so that a reload or an expired session loses nothing. */
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
      setIsKept(storeDraft(key, next));
    },
    [key],
  );
  /** Call after a save: the draft is now based on this version, including edits made during the request. */
  const settle = useCallback(
    (version: number, sent: FormData | undefined) => {
      const next = { ...latest.current, version };
      setDraft(next);
      const isSent = (['title', 'content'] as const).every((name) => sent?.get(name) === next[name]);
      setIsKept(storeDraft(key, isSent ? null : next));
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
    /** Where discarded texts are kept. */
    place,
    change,
    /** Replaces the texts; the current ones can be restored. */
    replace: (fields: Partial<Pick<Draft, 'title' | 'content'>>) => {
      discard();
      change(fields);
    },
    /** Bases the draft on another version with these texts. */
    rebase: (next: Draft) => {
      if (next.content !== draft.content || next.title !== draft.title) discard();
      put(next);
    },
    settle,
    reset: () => {
      discard();
      setDraft(saved);
      setIsKept(storeDraft(key, null));
    },
  };
}

export type DocDraft = ReturnType<typeof useDocDraft>;
