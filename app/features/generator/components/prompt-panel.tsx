import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { fetchApi } from '~/core/browser/call-api';
import { useSavePrompt } from '~/features/prompts';
import { Button } from '~/ui/button';
import { copyText } from '~/ui/copy-text';
import { TextArea } from '~/ui/form/text-area';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { showToast } from '~/ui/overlay/toast';
import { mayEditPrompt } from '../engine/generator-state';
import { pasteIntoPlayground } from '~/core/browser/pasted-prompt';
import { toSavedPrompt, toGeneratedPrompt } from '../record';
import { offerUndo, type Generator } from '../use-generator';
import { PausedNotice } from './paused-notice';

const COPY_TOAST_MS = 2000;

/** The generated prompt with its actions. */
export function PromptPanel({ generator }: { generator: Generator }) {
  const { state, dispatch, reset } = generator;
  const { prompt } = state;
  const { isSaving, save } = useSavePrompt();
  const [isResetting, setIsResetting] = useState(false);
  const navigate = useNavigate();
  const isEmpty = prompt.trim() === '';

  async function copy() {
    if (isEmpty) {
      showToast('warning', 'No prompt to copy!');
      return;
    }
    if (!(await copyText(prompt, 'Prompt copied', { durationMs: COPY_TOAST_MS }))) return;
    void fetchApi('/api/promptgenerator/generate', { body: toGeneratedPrompt(state) }).catch(() => undefined);
  }

  function send() {
    if (isEmpty) {
      showToast('warning', 'No prompt to send!');
      return;
    }
    pasteIntoPlayground(prompt, state.savedPromptId);
    navigate('/ai');
  }

  function rebuild() {
    dispatch({ type: 'updates-resumed' });
    offerUndo('Your edits were replaced.', state, () => dispatch({ type: 'prompt-edited', prompt }));
  }

  return (
    <section aria-labelledby="your-prompt" className="flex flex-col gap-3 lg:sticky lg:top-6">
      {/* Above the text, because toasts at the bottom of the window would cover them. */}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <h2 id="your-prompt" className="basis-full text-l sm:mr-auto sm:basis-auto">
          Your prompt
        </h2>
        <Button variant="ghost" className="max-sm:mr-auto max-sm:-ml-3" onClick={() => setIsResetting(true)}>
          Clear/Reset
        </Button>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button isBusy={isSaving} onClick={() => void save(toSavedPrompt(state))}>
          Save
        </Button>
        <Button variant="primary" onClick={send}>
          Send to AI Page
        </Button>
      </div>
      <TextArea
        label="Generated prompt"
        isLabelHidden
        rows={16}
        maxRows={26}
        value={prompt}
        readOnly={!mayEditPrompt(state)}
        placeholder="Choose a category and a style: your prompt appears here."
        onChange={(event) => dispatch({ type: 'prompt-edited', prompt: event.currentTarget.value })}
      />
      <PausedNotice
        isPaused={state.isManuallyEdited}
        onRebuild={mayEditPrompt(state) ? rebuild : undefined}
      />
      <ConfirmDialog
        isOpen={isResetting}
        onOpenChange={setIsResetting}
        title="Reset the generator?"
        confirmLabel="Reset"
        onConfirm={() => {
          const before = state;
          reset();
          setIsResetting(false);
          offerUndo('Generator reset', before, () => generator.restoreCleared(before));
        }}
      >
        Your choices and the prompt are cleared; for a day, “Restore cleared text” brings them back. Language
        and level go back to English and Advanced. Saved prompts stay.
      </ConfirmDialog>
    </section>
  );
}
