import { useCallback, useEffect, useRef, useState } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import type { AdminDoc } from './answers';

const draftSchema = z.object({ version: z.number(), title: z.string(), content: z.string() });
type Draft = z.output<typeof draftSchema>;

const keyOf = (id: number): string => `promptwell:doc-draft:${String(id)}`;

function readDraft(id: number): Draft | null {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // no storage, or not ours
  }
}

/** False where storage is full or forbidden; the text is still on the page. */
function keepDraft(id: number, draft: Draft | null): boolean {
  if (draft && tryToStore(keyOf(id), JSON.stringify(draft))) return true;
  try {
    // An earlier one must not come back as if it were the latest.
    localStorage.removeItem(keyOf(id));
  } catch {
    // Without storage there is none.
  }
  return draft === null;
}

/** What is typed, kept in the browser until it is saved: a reload or an expired session loses nothing. */
export function useDocDraft(doc: AdminDoc) {
  const saved: Draft = { version: doc.version, title: doc.title, content: doc.content };
  const [draft, setDraft] = useState<Draft>(saved);
  const [isKept, setIsKept] = useState(true);
  const latest = useRef(draft);
  latest.current = draft;
  const { id } = doc;
  useEffect(() => {
    const kept = readDraft(id);
    if (kept) setDraft(kept);
  }, [id]);
  const put = useCallback(
    (next: Draft) => {
      setDraft(next);
      setIsKept(keepDraft(id, next));
    },
    [id],
  );
  /** These texts were saved as this version: later edits begin with it, also those made while they were on their way. */
  const settle = useCallback(
    (version: number, sent: FormData | undefined) => {
      const next = { ...latest.current, version };
      setDraft(next);
      const isSent = (['title', 'content'] as const).every((name) => sent?.get(name) === next[name]);
      setIsKept(keepDraft(id, isSent ? null : next));
    },
    [id],
  );
  return {
    ...draft,
    isKept,
    isChanged: draft.title !== doc.title || draft.content !== doc.content,
    change: (fields: Partial<Pick<Draft, 'title' | 'content'>>) => put({ ...draft, ...fields }),
    /** Goes on from another version, with these texts. */
    rebase: put,
    settle,
    reset: () => {
      setDraft(saved);
      setIsKept(keepDraft(id, null));
    },
  };
}

export type DocDraft = ReturnType<typeof useDocDraft>;
