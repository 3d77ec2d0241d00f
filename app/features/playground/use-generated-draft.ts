import { useEffect, useRef } from 'react';
import { promptOf, type Generator } from '~/features/generator';
import { showToast } from '~/ui/overlay/toast';
import { isStarter } from './starters';

/**
 * The steps fill the prompt as long as nobody has changed it by hand. A prompt that is empty, or a starter that nobody
 * has touched, gives way to the next choice too; what was kept from an earlier visit is no choice.
 */
export function useGeneratedDraft(generator: Generator, draft: string, setDraft: (draft: string) => void) {
  const { state, isRestored } = generator;
  const assembled = promptOf(state);
  const latest = useRef({ draft, setDraft });
  latest.current = { draft, setDraft };
  const known = useRef<string>();
  useEffect(() => {
    if (!isRestored) return;
    const before = known.current;
    known.current = assembled;
    const { draft, setDraft } = latest.current;
    if (before === undefined || before === assembled) return;
    if (draft === before || isFree(draft)) setDraft(assembled);
  }, [assembled, isRestored]);

  function rebuild() {
    setDraft(assembled);
    if (isFree(draft)) return;
    const onAction = () => setDraft(draft);
    showToast('info', 'Your edits were replaced', { action: { label: 'Undo', onAction } });
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
