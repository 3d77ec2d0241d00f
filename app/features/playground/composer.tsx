import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Button } from '~/ui/button';
import { Kbd } from '~/ui/kbd';

type Props = {
  draft: string;
  onChange: (draft: string) => void;
  onSend: () => void;
  onStop: () => void;
  onReset: () => void;
  isSending: boolean;
  isStopping: boolean;
  canReset: boolean;
  /** What the send will cost at most, or that it is free. */
  price: ReactNode;
  fieldRef: Ref<HTMLTextAreaElement>;
};

/** The prompt, what sending it may cost, and the one main action of the page. */
export function Composer(props: Props) {
  const { draft, onChange, onSend, onStop, onReset, isSending, isStopping, canReset, price, fieldRef } =
    props;
  const canSend = draft.trim() !== '' && !isSending;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) onSend();
  }

  return (
    <form
      className="overflow-hidden rounded-2 border border-line-field bg-surface shadow-1 focus-within:border-accent focus-within:outline-2 focus-within:outline-accent"
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
        ref={fieldRef}
        value={draft}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder="What should the model do?"
        className="field-sizing-content block max-h-36 min-h-18 w-full resize-none px-3.5 py-3 text-l leading-relaxed placeholder:text-ink-3 focus:outline-none sm:text-m lg:max-h-[50dvh] lg:min-h-44"
      />
      <div className="flex items-center gap-2 border-t border-line bg-sunken p-2">
        <Button variant="ghost" onClick={onReset} disabled={!canReset}>
          Reset
        </Button>
        <span className="num ml-auto text-right text-xs text-ink-2" aria-live="off">
          {price}
        </span>
        {isSending ? (
          <Button onClick={onStop} isBusy={isStopping}>
            Stop
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            disabled={!canSend}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            Send
            <span className="hidden sm:inline" aria-hidden="true">
              <Kbd>Ctrl ↵</Kbd>
            </span>
          </Button>
        )}
      </div>
    </form>
  );
}
