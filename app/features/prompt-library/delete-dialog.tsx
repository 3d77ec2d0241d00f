import { useState } from 'react';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { showToast } from '~/ui/overlay/toast';
import type { PromptWithoutText } from '~/features/prompts/index.server';
import { removePrompt } from './prompt-calls';

type Props = { prompt: PromptWithoutText; onClose: () => void; onDone: () => void };

export function DeleteDialog({ prompt, onClose, onDone }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function remove() {
    setIsBusy(true);
    const result = await removePrompt(prompt.id);
    setIsBusy(false);
    // already deleted
    if (!result.ok && result.status !== 404) {
      setError(`Failed to delete prompt: ${result.message || 'no connection to the server.'}`);
      return;
    }
    showToast('success', 'Prompt deleted');
    onDone();
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Confirm Delete"
      confirmLabel="Delete"
      onConfirm={() => void remove()}
      isBusy={isBusy}
      error={error}
    >
      <p>
        Delete{' '}
        <b className="font-semibold wrap-anywhere">
          <bdi>{prompt.title}</bdi>
        </b>{' '}
        with all its versions?
      </p>
      <p>This action cannot be undone.</p>
    </ConfirmDialog>
  );
}
