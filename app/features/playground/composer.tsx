import { useId, useState, type KeyboardEvent, type ReactNode, type RefObject, type Ref } from 'react';
import {
  MAX_OPTIMIZED_CHARACTERS,
  MAX_PROMPT_CHARACTERS,
  MIN_OPTIMIZED_CHARACTERS,
} from '~/features/completions';
import { parseVariables, VariablesForm, type SavedPrompt } from '~/features/prompts';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { formatCount } from '~/ui/format-count';
import { Kbd } from '~/ui/kbd';
import { Menu } from '~/ui/overlay/menu';
import { PromptField } from './prompt-field';
import { optionId, SavedPromptList } from './saved-prompt-list';
import { replaceSlash, type Slash } from './slash';
import { useSavedPrompts } from './use-saved-prompts';

type Props = {
  draft: string;
  onChange: (draft: string) => void;
  /** Replaces the draft by one with a saved prompt in it; the id is that of a prompt that is the whole draft. */
  onInsert: (draft: string, savedPromptId: string | undefined) => void;
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
  /** The attached files, above the actions. */
  attachments: ReactNode;
  /** Attaches files. */
  attach: ReactNode;
  /** Options of the request, in one column; on wide screens they are beside the model. */
  options: ReactNode;
  /** Why the prompt can't be sent now. */
  problem: string | undefined;
  fieldRef: RefObject<HTMLTextAreaElement>;
  sendRef: Ref<HTMLButtonElement>;
};

/** The character count is shown from here on. */
const NEARLY_FULL = 0.9 * MAX_PROMPT_CHARACTERS;

/** The prompt, its cost, and Send. A long prompt scrolls while the bar stays in place. */
export function Composer(props: Props) {
  const { draft, onChange, onInsert, onSend, onStop, isSending, isStopping, price, fieldRef } = props;
  const problem = describeExcess(draft.length) ?? props.problem;
  const problemId = useId();
  const listId = useId();
  const isEmpty = !/\S/u.test(draft);
  const canSend = !isEmpty && !isSending && problem === undefined;
  const [toFill, setToFill] = useState<{ prompt: SavedPrompt; slash: Slash }>();
  const saved = useSavedPrompts(fieldRef, (prompt, slash) => {
    if (parseVariables(prompt.content).variables.length > 0) setToFill({ prompt, slash });
    else insert(prompt.id, prompt.content, slash);
  });

  function insert(id: string, text: string, slash: Slash): void {
    const isWhole = draft.trim().length === slash.end - slash.start;
    onInsert(replaceSlash(draft, slash, text), isWhole ? id : undefined);
    const caret = slash.start + text.length;
    // Once the text is rendered.
    requestAnimationFrame(() => {
      fieldRef.current?.focus();
      fieldRef.current?.setSelectionRange(caret, caret);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (saved.takeKey(event)) return;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) onSend();
  }

  return (
    <>
      <form
        className="flex shrink-0 flex-col overflow-hidden rounded-2 border border-line-field bg-surface shadow-1 focus-within:border-accent low:sticky low:bottom-0 low:order-last lg:min-h-44 lg:flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend) onSend();
        }}
      >
        <label htmlFor="prompt" className="sr-only">
          Prompt
        </label>
        <PromptField
          id="prompt"
          fieldRef={fieldRef}
          text={draft}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            saved.update();
          }}
          onKeyDown={onKeyDown}
          onSelect={saved.update}
          aria-invalid={draft.length > MAX_PROMPT_CHARACTERS || undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          aria-autocomplete="list"
          aria-controls={saved.choice ? listId : undefined}
          aria-activedescendant={saved.active && optionId(listId, saved.active)}
          placeholder="Ask, or / for a saved prompt"
          className="field-sizing-content block max-h-36 min-h-12 w-full resize-none overflow-y-auto rounded-t-2 px-3.5 py-3 text-l leading-relaxed -outline-offset-2 placeholder:text-ink-3 sm:text-m low:max-h-24 low:min-h-12 low:py-2 lg:field-sizing-fixed lg:max-h-none lg:min-h-0 lg:flex-1"
        />
        {saved.choice ? (
          <SavedPromptList id={listId} {...saved.choice} onChoose={saved.choose} onPoint={saved.point} />
        ) : null}
        {props.attachments}
        <div className="flex shrink-0 flex-wrap items-center gap-1.5 border-t border-line bg-sunken p-2">
          <div className="flex items-center max-lg:order-2 lg:basis-full lg:flex-wrap">
            {props.attach}
            {props.options}
            <Actions {...props} />
          </div>
          <span
            className={cx(
              'num min-h-4 min-w-0 grow px-1 text-xs max-lg:order-1 max-lg:basis-full',
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
          {/* Grouped, so that Send doesn't wrap onto a line alone. */}
          <div className="ml-auto flex items-center gap-1.5 max-lg:order-3">
            <Button
              aria-haspopup="dialog"
              className="max-lg:hidden max-2xl:px-2"
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
                <span className="hidden 2xl:inline" aria-hidden="true">
                  <Kbd>Ctrl ↵</Kbd>
                </span>
              </Button>
            )}
          </div>
        </div>
      </form>
      {/* Outside the form: React passes on what bubbles from a dialog inside, such as its submit. */}
      {toFill ? (
        <VariablesForm
          title={toFill.prompt.title}
          content={toFill.prompt.content}
          onFill={(text) => {
            setToFill(undefined);
            insert(toFill.prompt.id, text, toFill.slash);
          }}
          onClose={() => setToFill(undefined)}
        />
      ) : null}
    </>
  );
}

type ActionsProps = Pick<
  Props,
  | 'draft'
  | 'isSending'
  | 'isSaving'
  | 'canReset'
  | 'canMultiSend'
  | 'onOptimize'
  | 'onSave'
  | 'onReset'
  | 'onMultiSend'
>;

/** What else can be done with the prompt: buttons, and in one column a menu. */
function Actions(props: ActionsProps) {
  const { draft, isSending, isSaving, canReset, canMultiSend } = props;
  const { length } = draft;
  const canOptimize =
    length > MIN_OPTIMIZED_CHARACTERS &&
    length <= MAX_OPTIMIZED_CHARACTERS &&
    draft.trim().length > MIN_OPTIMIZED_CHARACTERS;
  return (
    <>
      <div className="flex items-center max-lg:hidden">
        <Button
          variant="ghost"
          className="max-2xl:px-1.5"
          aria-haspopup="dialog"
          onClick={props.onOptimize}
          disabled={!canOptimize || isSending}
          title={canOptimize ? undefined : 'Optimize takes prompts of 31 to 20,000 characters.'}
        >
          Optimize
        </Button>
        <Button variant="ghost" className="max-2xl:px-1.5" onClick={props.onSave} isBusy={isSaving}>
          Save prompt
        </Button>
        <Button variant="ghost" className="max-2xl:px-1.5" onClick={props.onReset} disabled={!canReset}>
          Reset
        </Button>
      </div>
      <Menu
        label="More actions"
        align="start"
        className="px-2 lg:hidden"
        items={[
          {
            key: 'optimize',
            label: 'Optimize',
            isDisabled: !canOptimize || isSending,
            onAction: props.onOptimize,
          },
          { key: 'multi-send', label: 'Multi-send', isDisabled: !canMultiSend, onAction: props.onMultiSend },
          { key: 'save', label: 'Save prompt', isDisabled: isSaving, onAction: props.onSave },
          { key: 'reset', label: 'Reset', isDisabled: !canReset, onAction: props.onReset },
        ]}
      />
    </>
  );
}

function describeExcess(length: number): string | undefined {
  const excess = length - MAX_PROMPT_CHARACTERS;
  if (excess <= 0) return undefined;
  return `${formatCount(length)} of ${formatCount(MAX_PROMPT_CHARACTERS)} characters. Shorten your prompt by ${formatCount(excess)}.`;
}
