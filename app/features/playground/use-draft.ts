import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { keepDiscarded, type DiscardedFields } from '~/core/browser/discarded';
import { takePastedPrompt } from '~/features/generator';
import { showToast } from '~/ui/overlay/toast';
import { isStarter, STARTERS } from './starters';
import { loadDraft, loadOrigin, loadTurns, saveDraft, saveOrigin } from './workspace-storage';

/** A setting of the browser, so signing out keeps it. */
const WELCOMED = 'ai_welcomed';
const NO_ROOM = 'This browser has no room to keep your draft. Reloading or leaving the page loses it.';

/** Key of discarded prompts. */
export const PROMPTS = 'prompts';

export interface DiscardedPrompt {
  prompt: string;
  savedPromptId: string | undefined;
}

/** Keeps a replaced prompt for a day, unless it is a starter. */
export function discardPrompt({ prompt, savedPromptId }: DiscardedPrompt): void {
  if (!isStarter(prompt))
    keepDiscarded(PROMPTS, { prompt, ...(savedPromptId === undefined ? {} : { savedPromptId }) });
}

export const discardedPromptOf = ({ prompt = '', savedPromptId }: DiscardedFields): DiscardedPrompt => ({
  prompt,
  savedPromptId,
});

/** Keeps the previous draft and offers to restore it. */
export function showDraftReplaced(before: DiscardedPrompt, onAction: () => void): void {
  discardPrompt(before);
  showToast('info', 'Your draft was replaced.', { action: { label: 'Undo', onAction }, topic: 'draft' });
}

/**
 * The draft in the prompt field, kept across reloads and expired sessions in this tab's `place`. The first visit shows
 * a starter, so that one click demonstrates the page. A prompt from the generator replaces either. `origin` is the
 * saved prompt it is based on, until the draft is emptied.
 */
export function useDraft(userId: string, place: string | undefined, field: RefObject<HTMLTextAreaElement>) {
  const [draft, setState] = useState('');
  const latest = useRef('');
  const isKept = useRef(true);
  const origin = useRef<string>();
  const [handedOver, setHandedOver] = useState<string>();
  const [isWelcome, setIsWelcome] = useState(false);
  const setOrigin = useCallback(
    (savedPromptId: string | undefined) => {
      origin.current = savedPromptId;
      if (place !== undefined) saveOrigin(userId, place, savedPromptId);
    },
    [userId, place],
  );
  const setDraft = useCallback(
    (next: string) => {
      latest.current = next;
      setState(next);
      if (place === undefined) return;
      const wasKept = isKept.current;
      isKept.current = saveDraft(userId, place, isStarter(next) ? '' : next);
      if (wasKept && !isKept.current) showToast('warning', NO_ROOM, { durationMs: 8000 });
      if (next === '') setOrigin(undefined);
    },
    [userId, place, setOrigin],
  );
  /** Replaces the draft and its origin. */
  const replaceDraft = useCallback(
    (prompt: string, savedPromptId: string | undefined) => {
      setDraft(prompt);
      setOrigin(savedPromptId);
    },
    [setDraft, setOrigin],
  );
  useEffect(() => {
    const typed = field.current?.value ?? '';
    latest.current = typed;
    setState(typed);
  }, [field]);
  useEffect(() => {
    if (place === undefined) return;
    // Text typed before hydration, or before this tab claimed its slot, takes precedence over the stored draft.
    const typed = latest.current;
    const storedDraft = loadDraft(userId, place);
    const begun = typed === '' ? storedDraft : typed;
    const before = loadOrigin(userId, place);
    const offer = (draft: string) => {
      if (draft.trim() === '' || draft === latest.current || isStarter(draft)) return;
      showDraftReplaced({ prompt: draft, savedPromptId: before }, () => replaceDraft(draft, before));
    };
    const isFirstVisit = localStorage.getItem(WELCOMED) === null;
    tryToStore(WELCOMED, 'true');
    const pasted = takePastedPrompt();
    if (pasted !== undefined) {
      replaceDraft(pasted.prompt, pasted.savedPromptId);
      setHandedOver(pasted.prompt);
      offer(begun);
    } else if (isFirstVisit && begun === '' && loadTurns(userId).length === 0) {
      setDraft(STARTERS[0].prompt);
      setIsWelcome(true);
    } else {
      setOrigin(before);
      setDraft(begun);
      offer(storedDraft);
    }
  }, [userId, place, setDraft, setOrigin, replaceDraft]);
  return { draft, latestDraft: latest, setDraft, replaceDraft, origin, isWelcome, handedOver };
}
