import { useCallback, useMemo } from 'react';
import { personalKey } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { useDraft } from '~/core/browser/use-draft';
import type { AdminDoc } from './responses';

const draftSchema = z.object({ version: z.number(), title: z.string(), content: z.string() });
type DocText = z.output<typeof draftSchema>;
type Fields = Partial<Pick<DocText, 'title' | 'content'>>;

/** Draft of a document, kept in the browser until it is saved. */
export function useDocDraft({ id, version, title, content }: AdminDoc, userId: string) {
  const saved = useMemo<DocText>(() => ({ version, title, content }), [version, title, content]);
  const place = `doc:${String(id)}`;
  const draft = useDraft(
    personalKey(userId, `doc-draft:${String(id)}`),
    {
      schema: draftSchema,
      discardedAs: ({ title, content }: DocText) => ({ place, fields: { title, content } }),
    },
    saved,
  );
  const { value, latest } = draft;
  const isChanged = value.title !== title || value.content !== content;
  const discard = () => {
    if (isChanged) draft.discard();
  };
  const change = (fields: Fields) => draft.change({ ...latest(), ...fields });
  const { change: changeDraft, settle: settleDraft } = draft;
  return {
    ...value,
    isStored: draft.isStored,
    isChanged,
    /** Where discarded texts are kept. */
    place,
    change,
    /** Replaces the texts; the current ones can be restored. */
    replace: (fields: Fields) => {
      discard();
      change(fields);
    },
    /** Bases the draft on another version with these texts. */
    rebase: (next: DocText) => {
      if (next.content !== value.content || next.title !== value.title) draft.discard();
      draft.change(next);
    },
    /** Call after a save: the draft is now based on this version, including edits made during the request. */
    settle: useCallback(
      (version: number, sent: FormData | undefined) => {
        const next = { ...latest(), version };
        const isSent = (['title', 'content'] as const).every((name) => sent?.get(name) === next[name]);
        if (isSent) settleDraft(next);
        else changeDraft(next);
      },
      [latest, changeDraft, settleDraft],
    ),
    reset: () => {
      discard();
      draft.settle(saved);
    },
  };
}

export type DocDraft = ReturnType<typeof useDocDraft>;
