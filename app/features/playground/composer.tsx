import { useId, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import {
  MAX_OPTIMIZED_CHARACTERS,
  MAX_PROMPT_CHARACTERS,
  MIN_OPTIMIZED_CHARACTERS,
} from '~/features/completions';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { formatCount } from '~/ui/format-count';
import { Kbd } from '~/ui/kbd';

type Props = {
  draft: string;
  onChange: (draft: string) => void;
  onSend: () => void;
  onStop: () => void;
  onReset: () => void;
  onOptimize: () => void;
  onMultiSend: () => void;
  canMultiSend: boolean;
  onSave: () => void;
  isSaving: boolean;
  isSending: boolean;
  isStopping: boolean;
  canReset: boolean;
  /** The cost of the request, or that it is free. */
  price: ReactNode;
  /** Attached files, in a row above the actions. */
  attachments?: ReactNode;
  /** Why the prompt can't be sent now. */
  problem: string | undefined;
  fieldRef: Ref<HTMLTextAreaElement>;
  sendRef: Ref<HTMLButtonElement>;
};

/** The character count is shown from here on. */
const NEARLY_FULL = 0.9 * MAX_PROMPT_CHARACTERS;

/** The prompt, its cost, and Send. A long prompt scrolls while the bar stays in place. */
export function Composer(props: Props) {
  const { draft, onChange, onSend, onStop, onReset, isSending, isStopping, canReset, price } = props;
  const problem = describeExcess(draft.length) ?? props.problem;
  const canOptimize =
    draft.trim().length > MIN_OPTIMIZED_CHARACTERS && draft.length <= MAX_OPTIMIZED_CHARACTERS;
  const problemId = useId();
  const canSend = draft.trim() !== '' && !isSending && problem === undefined;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) onSend();
  }

  return (
    <form
      className="flex shrink-0 flex-col overflow-hidden rounded-2 border border-line-field bg-surface shadow-1 focus-within:border-accent lg:min-h-40 lg:flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      <label htmlFor="prompt" className="sr-only">
        Prompt
      </label>
      <textarea
        id="prompt"
        ref={props.fieldRef}
        dir="auto"
        value={draft}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        aria-invalid={draft.length > MAX_PROMPT_CHARACTERS || undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        placeholder="What should the model do?"
        className="field-sizing-content block max-h-36 min-h-18 w-full resize-none overflow-y-auto rounded-t-2 px-3.5 py-3 text-l leading-relaxed -outline-offset-2 placeholder:text-ink-3 sm:text-m lg:field-sizing-fixed lg:max-h-none lg:min-h-0 lg:flex-1"
      />
      {props.attachments}
      <div className="flex shrink-0 flex-wrap items-center gap-x-1.5 gap-y-1.5 border-t border-line bg-sunken p-2">
        <span
          className={cx(
            'num min-h-4 basis-full px-1 text-right text-xs',
            problem ? 'text-bad' : 'text-ink-2',
          )}
        >
          <span id={problemId} role="status">
            {problem}
          </span>
          {problem === undefined ? (
            <>
              {price}
              {draft.length >= NEARLY_FULL ? (
                <span className="block">
                  {formatCount(draft.length)} of {formatCount(MAX_PROMPT_CHARACTERS)} characters
                </span>
              ) : null}
            </>
          ) : null}
        </span>
        <div className="flex items-center">
          <Button
            variant="ghost"
            className="max-xl:px-1.5"
            aria-haspopup="dialog"
            onClick={props.onOptimize}
            disabled={!canOptimize || isSending}
            title={canOptimize ? undefined : 'Optimize takes prompts of 31 to 20,000 characters.'}
          >
            Optimize
          </Button>
          <Button
            variant="ghost"
            className="max-xl:px-1.5"
            aria-label="Save prompt"
            title="Save prompt"
            onClick={props.onSave}
            isBusy={props.isSaving}
          >
            Save
          </Button>
          <Button variant="ghost" className="max-xl:px-1.5" onClick={onReset} disabled={!canReset}>
            Reset
          </Button>
        </div>
        {/* Grouped, so that Send doesn't wrap onto a line alone. */}
        <div className="ml-auto flex items-center gap-1.5">
          <Button
            aria-haspopup="dialog"
            className="max-xl:px-2"
            onClick={props.onMultiSend}
            disabled={!props.canMultiSend}
          >
            Multi-send
          </Button>
          {isSending ? (
            <Button onClick={onStop} isBusy={isStopping}>
              Stop
            </Button>
          ) : (
            <Button
              ref={props.sendRef}
              type="submit"
              variant="primary"
              disabled={!canSend}
              aria-keyshortcuts="Control+Enter Meta+Enter"
            >
              Send
              <span className="hidden xl:inline" aria-hidden="true">
                <Kbd>Ctrl ↵</Kbd>
              </span>
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

function describeExcess(length: number): string | undefined {
  const excess = length - MAX_PROMPT_CHARACTERS;
  if (excess <= 0) return undefined;
  return `${formatCount(length)} of ${formatCount(MAX_PROMPT_CHARACTERS)} characters. Shorten your prompt by ${formatCount(excess)}.`;
}
