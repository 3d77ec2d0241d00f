import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { discardDraft, GeneratorSteps, type Generator } from '~/features/generator';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { showToast } from '~/ui/overlay/toast';

/** This page suggests topics from the third character on. */
const TOPIC_MIN_LENGTH = 3;
const STORAGE_KEY = 'ai_generatorOpen';
/** Both columns are side by side from here on. */
const WIDE = '(min-width: 64rem)';

type Props = {
  generator: Generator;
  /** Inserts the assembled prompt; undefined if it is already there. */
  onFill: (() => void) | undefined;
  className?: string;
};

/** The generator steps above the prompt. This browser remembers whether they are expanded. */
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
    <section
      aria-labelledby="generator-title"
      className={cx('flex min-h-0 flex-col', isOpen !== false && 'lg:min-h-28', className)}
    >
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h2 id="generator-title" className="text-l">
          <button
            type="button"
            aria-expanded={isOpen ?? true}
            aria-controls="generator-steps"
            onClick={toggle}
            className="tappable -ml-1 flex items-center gap-1.5 rounded-1 px-1 font-semibold hover:text-accent"
          >
            <ChevronDown
              aria-hidden="true"
              className={cx(
                'size-4 shrink-0 text-ink-3 transition-transform duration-100',
                isOpen === false && '-rotate-90',
              )}
            />
            Prompt generator
          </button>
        </h2>
        {state.categoryId !== null && isOpen !== false ? (
          <div className="-mr-2 flex">
            {onFill ? (
              <Button variant="ghost" size="s" onClick={onFill}>
                Fill in prompt
              </Button>
            ) : null}
            <Button variant="ghost" size="s" onClick={clear}>
              Clear steps
            </Button>
          </div>
        ) : null}
      </div>
      <div
        id="generator-steps"
        hidden={isOpen === false}
        className={cx(
          'min-h-0 pt-2 pb-1 lg:-mx-1.5 lg:overflow-y-auto lg:px-1.5',
          isOpen === undefined && 'max-lg:hidden',
        )}
      >
        <GeneratorSteps generator={generator} topicMinLength={TOPIC_MIN_LENGTH} />
      </div>
    </section>
  );
}

/** Whether the steps are expanded. Undefined until hydration; by default expanded if both columns fit. */
function useIsOpen() {
  const [isOpen, setIsOpen] = useState<boolean>();
  useEffect(() => {
    const stored = localStorage.getItem(STORAGE_KEY);
    setIsOpen(stored === null ? window.matchMedia(WIDE).matches : stored === 'true');
  }, []);
  function toggle() {
    tryToStore(STORAGE_KEY, String(!isOpen));
    setIsOpen(!isOpen);
  }
  return { isOpen, toggle };
}
