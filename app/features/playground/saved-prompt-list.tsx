import type { FoundPrompt, PromptOrigin } from '~/features/prompts';
import { cx } from '~/ui/cx';
import { formatCountOf } from '~/ui/format-count';
import type { SavedPromptChoice } from './use-saved-prompts';

const ORIGINS: Record<PromptOrigin, string> = {
  mine: 'Yours',
  team: 'Team',
  liked: 'Liked',
  community: 'Community',
};

type Props = SavedPromptChoice & {
  id: string;
  onChoose: (prompt: FoundPrompt) => void;
  onPoint: (index: number) => void;
};

export const optionId = (id: string, prompt: FoundPrompt): string => `${id}-${prompt.id}`;

/** Saved prompts found by their names. The prompt field keeps the focus; options handle the pointer. */
export function SavedPromptList({ id, prompts, activeIndex, onChoose, onPoint }: Props) {
  return (
    <div className="shrink-0 border-t border-line">
      <div
        id={id}
        role="listbox"
        aria-label="Saved prompts"
        className={cx('max-h-52 overflow-y-auto p-1', !prompts?.length && 'hidden')}
      >
        {prompts?.map((prompt, index) => (
          <div
            key={prompt.id}
            id={optionId(id, prompt)}
            role="option"
            aria-selected={index === activeIndex}
            tabIndex={-1}
            ref={index === activeIndex ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
            // A click must not take the focus from the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(prompt)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onChoose(prompt);
            }}
            onPointerMove={() => onPoint(index)}
            className={cx(
              'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-1 px-2 text-s',
              index === activeIndex && 'bg-chosen',
            )}
          >
            <span dir="auto" className="min-w-0 grow truncate text-left font-medium">
              {prompt.title}
            </span>
            {prompt.variableCount > 0 ? (
              <span className="shrink-0 text-xs text-ink-3">
                {formatCountOf(prompt.variableCount, 'variable')}
              </span>
            ) : null}
            <span className="shrink-0 text-xs text-ink-3">{ORIGINS[prompt.origin]}</span>
          </div>
        ))}
      </div>
      <p role="status" className={prompts?.length === 0 ? 'px-3 py-2 text-s text-ink-3' : 'sr-only'}>
        {prompts === undefined
          ? ''
          : prompts.length === 0
            ? 'No saved prompts found'
            : `${formatCountOf(prompts.length, 'saved prompt')} found`}
      </p>
    </div>
  );
}
