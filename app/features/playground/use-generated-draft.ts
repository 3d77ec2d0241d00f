import { useEffect, useRef, type RefObject } from 'react';
import { promptOf, type Generator } from '~/features/generator';
import { showToast } from '~/ui/overlay/toast';
import { isStarter } from './starters';
import { discardPrompt } from './use-draft';

/**
 * The steps fill the prompt as long as nobody has changed it by hand. A prompt that is empty, or a starter that nobody
 * has touched, gives way to the next choice too; what was kept from an earlier visit is no choice.
 */
export function useGeneratedDraft(
  generator: Generator,
  /** As rendered, and as it was last set: while someone types fast, a step may change before the draft is rendered. */
  {
    draft,
    latestDraft,
    setDraft,
  }: { draft: string; latestDraft: RefObject<string>; setDraft: (draft: string) => void },
) {
  const { state, isRestored } = generator;
  const assembled = promptOf(state);
  const known = useRef<string>();
  useEffect(() => {
    if (!isRestored) return;
    const before = known.current;
    known.current = assembled;
    if (before === undefined || before === assembled) return;
    const current = latestDraft.current ?? '';
    if (current === before || isFree(current)) setDraft(assembled);
  }, [assembled, isRestored, latestDraft, setDraft]);

  function rebuild() {
    setDraft(assembled);
    if (isFree(draft)) return;
    discardPrompt({ prompt: draft, savedPromptId: undefined });
    const onAction = () => setDraft(draft);
    showToast('info', 'Your edits were replaced.', { action: { label: 'Undo', onAction }, topic: 'draft' });
  }

  return {
    /** The prompt was changed by hand, and no longer follows the steps. */
    isPaused: assembled !== '' && draft !== assembled && !isFree(draft),
    /** The steps make a prompt that is not in the box, for instance because it was sent. */
    canRefill: assembled !== '' && draft === '',
    rebuild,
  };
}

const isFree = (draft: string): boolean => draft.trim() === '' || isStarter(draft);
