import { useEffect, useRef } from 'react';
import { buildPrompt, type Generator } from '~/features/generator';
import { showToast } from '~/ui/overlay/toast';
import { discardPrompt, type PromptDraft } from './prompt-draft';
import { isStarter } from './starters';

/**
 * Keeps the draft in sync with the generator steps until the user edits it. An empty draft or an untouched starter is
 * replaced, too. Restoring an earlier state does not count as a change.
 */
export function useGeneratedDraft(
  generator: Generator,
  /** As rendered, and as last set: during fast typing a step may change before the draft is rendered. */
  { draft, latest, change }: { draft: string; latest: () => PromptDraft; change: (prompt: string) => void },
) {
  const { state, isRestored } = generator;
  const assembled = buildPrompt(state);
  const known = useRef<string>();
  useEffect(() => {
    if (!isRestored) return;
    const before = known.current;
    known.current = assembled;
    if (before === undefined || before === assembled) return;
    const current = latest().prompt;
    if (current === before || isFree(current)) change(assembled);
  }, [assembled, isRestored, latest, change]);

  function rebuild() {
    change(assembled);
    if (isFree(draft)) return;
    discardPrompt({ prompt: draft, savedPromptId: undefined });
    const onAction = () => change(draft);
    showToast('info', 'Your edits were replaced.', { action: { label: 'Undo', onAction }, topic: 'draft' });
  }

  return {
    /** The user edited the draft, and it no longer follows the steps. */
    isPaused: assembled !== '' && draft !== assembled && !isFree(draft),
    /** The assembled prompt isn't in the draft, for example because it was sent. */
    canRefill: assembled !== '' && draft === '',
    rebuild,
  };
}

const isFree = (draft: string): boolean => draft.trim() === '' || isStarter(draft);
