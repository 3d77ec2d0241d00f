import { useEffect, useState } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { discardDraft, GeneratorSteps, type Generator } from '~/features/generator';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { showToast } from '~/ui/overlay/toast';
import { FoldedSection } from './folded-section';

/** This page suggests topics from the third character on. */
const TOPIC_MIN_LENGTH = 3;
const STORAGE_KEY = 'ai_generatorOpen';

type Props = {
  generator: Generator;
  /** Inserts the assembled prompt; undefined if it is already there. */
  onFill: (() => void) | undefined;
  className?: string;
};

/** The generator steps above the prompt, folded at first. This browser remembers whether they are expanded. */
export function GeneratorPanel({ generator, onFill, className }: Props) {
  const { isOpen, toggle } = useIsOpen();
  const { state, dispatch, reset } = generator;

  function clear() {
    const { categoryId, styles, outcomes } = state;
    const templates = categoryId === null ? null : { categoryId, styles, outcomes };
    discardDraft(state);
    reset();
    const onAction = () => dispatch({ type: 'restored', templates, kept: state });
    showToast('info', 'Steps cleared', { action: { label: 'Undo', onAction } });
  }

  return (
    <FoldedSection
      id="generator"
      title="Build from a template"
      isOpen={isOpen}
      onToggle={toggle}
      className={cx(isOpen && 'max-lg:basis-full lg:min-h-28', className)}
      actions={
        state.categoryId === null ? null : (
          <>
            {onFill ? (
              <Button variant="ghost" size="s" onClick={onFill}>
                Fill in prompt
              </Button>
            ) : null}
            <Button variant="ghost" size="s" onClick={clear}>
              Clear steps
            </Button>
          </>
        )
      }
    >
      <GeneratorSteps generator={generator} topicMinLength={TOPIC_MIN_LENGTH} />
    </FoldedSection>
  );
}

/** Whether the steps are shown; undefined until hydration. */
function useIsOpen() {
  const [isOpen, setIsOpen] = useState<boolean>();
  useEffect(() => setIsOpen(localStorage.getItem(STORAGE_KEY) === 'true'), []);
  function toggle() {
    tryToStore(STORAGE_KEY, String(!isOpen));
    setIsOpen(!isOpen);
  }
  return { isOpen, toggle };
}
