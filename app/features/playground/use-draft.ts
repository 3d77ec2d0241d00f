import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { takePastedPrompt } from '~/features/generator';
import { showToast } from '~/ui/overlay/toast';
import { isStarter, STARTERS } from './starters';
import { loadDraft, loadOrigin, loadTurns, saveDraft, saveOrigin } from './workspace-storage';

/** A setting of the browser, not of a person: signing out keeps it. */
const WELCOMED = 'ai_welcomed';
const NO_ROOM = 'This browser has no room to keep your draft. Reloading or leaving the page loses it.';

/**
 * What stands in the prompt field. It survives reloads and expired sessions on this browser. On the very first visit
 * a starter stands in it, so that one click shows what the page does. A prompt from the generator takes the place of both.
 * `origin` is the saved prompt that it was made from, however much it was changed, until the box is empty.
 */
export function useDraft(userId: string, field: RefObject<HTMLTextAreaElement>) {
  const [draft, setState] = useState('');
  const latest = useRef('');
  const isKept = useRef(true);
  const origin = useRef<string>();
  const [handedOver, setHandedOver] = useState<string>();
  const [isWelcome, setIsWelcome] = useState(false);
  const setOrigin = useCallback(
    (savedPromptId: string | undefined) => {
      origin.current = savedPromptId;
      saveOrigin(userId, savedPromptId);
    },
    [userId],
  );
  const setDraft = useCallback(
    (next: string) => {
      latest.current = next;
      setState(next);
      const wasKept = isKept.current;
      isKept.current = saveDraft(userId, isStarter(next) ? '' : next);
      if (wasKept && !isKept.current) showToast('warning', NO_ROOM, { durationMs: 8000 });
      if (next === '') setOrigin(undefined);
    },
    [userId, setOrigin],
  );
  useEffect(() => {
    // What was typed before the scripts had loaded counts more than what was kept.
    const typed = field.current?.value ?? '';
    const kept = loadDraft(userId);
    const begun = typed === '' ? kept : typed;
    const before = loadOrigin(userId);
    const offer = (draft: string) => {
      if (draft.trim() === '' || draft === latest.current || isStarter(draft)) return;
      const onAction = () => {
        setDraft(draft);
        setOrigin(before);
      };
      showToast('info', 'Your draft was replaced.', { action: { label: 'Undo', onAction }, topic: 'draft' });
    };
    const isFirstVisit = localStorage.getItem(WELCOMED) === null;
    tryToStore(WELCOMED, 'true');
    const pasted = takePastedPrompt();
    if (pasted !== undefined) {
      setDraft(pasted.prompt);
      setOrigin(pasted.savedPromptId);
      setHandedOver(pasted.prompt);
      offer(begun);
    } else if (isFirstVisit && begun === '' && loadTurns(userId).length === 0) {
      setDraft(STARTERS[0].prompt);
      setIsWelcome(true);
    } else {
      setOrigin(before);
      setDraft(begun);
      offer(kept);
    }
  }, [userId, field, setDraft, setOrigin]);
  return { draft, latestDraft: latest, setDraft, origin, setOrigin, isWelcome, handedOver };
}
