import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { useDraft } from '~/core/browser/use-draft';
import { takePastedPrompt } from '~/features/generator';
import { showToast } from '~/ui/overlay/toast';
import { discardPrompt, NO_PROMPT, promptDraftIn, promptDraftKey, type PromptDraft } from './prompt-draft';
import { isStarter, STARTERS } from './starters';
import { readTurns } from './turn-storage';

/** A setting of the browser, so signing out keeps it. */
const WELCOMED = 'ai_welcomed';
const NO_ROOM = 'This browser has no room to keep your draft. Reloading or leaving the page loses it.';

/** Keeps the previous draft and offers to restore it. */
export function showDraftReplaced(before: PromptDraft, onAction: () => void): void {
  discardPrompt(before);
  showToast('info', 'Your draft was replaced.', { action: { label: 'Undo', onAction }, topic: 'draft' });
}

/**
 * The draft in the prompt field, in this tab's slot. The first visit shows a starter, so that one click demonstrates
 * the page. A prompt from the generator replaces either.
 */
export function usePromptDraft(
  userId: string,
  slot: string | undefined,
  field: RefObject<HTMLTextAreaElement>,
) {
  const key = slot === undefined ? undefined : promptDraftKey(userId, slot);
  const stored = useDraft(key, promptDraftIn(userId, slot ?? ''), NO_PROMPT);
  const { latest, change: replace, isRestored, restored, isStored } = stored;
  const [handedOver, setHandedOver] = useState<string>();
  const [isWelcome, setIsWelcome] = useState(false);
  /** An emptied draft is no longer based on a saved prompt. */
  const change = useCallback(
    (prompt: string) => replace(prompt === '' ? NO_PROMPT : { ...latest(), prompt }),
    [latest, replace],
  );
  useEffect(() => {
    if (!isStored) showToast('warning', NO_ROOM, { durationMs: 8000 });
  }, [isStored]);
  useEffect(() => {
    // Typed before hydration.
    const typed = field.current?.value ?? '';
    if (typed !== '') replace({ prompt: typed, savedPromptId: undefined });
  }, [field, replace]);
  const found = useRef(restored);
  found.current = restored;
  useEffect(() => {
    if (!isRestored) return;
    const offer = (before: PromptDraft | undefined) => {
      if (!before || before.prompt.trim() === '' || before.prompt === latest().prompt) return;
      if (!isStarter(before.prompt)) showDraftReplaced(before, () => replace(before));
    };
    const isFirstVisit = localStorage.getItem(WELCOMED) === null;
    tryToStore(WELCOMED, 'true');
    const pasted = takePastedPrompt();
    const begun = latest();
    if (pasted !== undefined) {
      replace(pasted);
      setHandedOver(pasted.prompt);
      offer(begun);
    } else if (isFirstVisit && begun.prompt === '' && readTurns(userId).length === 0) {
      replace({ prompt: STARTERS[0].prompt, savedPromptId: undefined });
      setIsWelcome(true);
    } else offer(found.current);
  }, [userId, isRestored, latest, replace]);
  return { draft: stored.value, latest, change, replace, isWelcome, handedOver };
}
