import { useCallback, useEffect, useRef, useState } from 'react';
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

function keepDraft(id: number, draft: Draft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(id), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // Storage may be full or forbidden; the text is still on the page.
  }
}

/** What is typed, kept in the browser until it is saved: a reload or an expired session loses nothing. */
export function useDocDraft(doc: AdminDoc) {
  const saved: Draft = { version: doc.version, title: doc.title, content: doc.content };
  const [draft, setDraft] = useState<Draft>(saved);
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
      keepDraft(id, next);
    },
    [id],
  );
  /** These texts were saved as this version: later edits begin with it, also those made while they were on their way. */
  const settle = useCallback(
    (version: number, sent: FormData | undefined) => {
      const next = { ...latest.current, version };
      setDraft(next);
      const isSent = (['title', 'content'] as const).every((name) => sent?.get(name) === next[name]);
      keepDraft(id, isSent ? null : next);
    },
    [id],
  );
  return {
    ...draft,
    isChanged: draft.title !== doc.title || draft.content !== doc.content,
    change: (fields: Partial<Pick<Draft, 'title' | 'content'>>) => put({ ...draft, ...fields }),
    /** Goes on from another version, with these texts. */
    rebase: put,
    settle,
    reset: () => {
      setDraft(saved);
      keepDraft(id, null);
    },
  };
}

export type DocDraft = ReturnType<typeof useDocDraft>;
