import { useState } from 'react';
import { TextArea } from '~/ui/form/text-area';
import { Notice } from '~/ui/notice';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { MODERATION_CODES } from '~/features/prompts';
import type { PromptWithoutText } from '~/features/prompts/index.server';
import { askReview } from './prompt-calls';
import { useNotifyModerator } from './use-notify-moderator';

type Props = { prompt: PromptWithoutText; onClose: () => void; onDone: () => void };

/** Explains why a prompt is hidden, and requests a review. */
export function AppealDialog({ prompt, onClose, onDone }: Props) {
  const [reason, setReason] = useState('');
  const { isBusy, error, send } = useNotifyModerator({
    call: () => askReview(prompt.id, reason),
    failed: 'The appeal couldn’t be sent. Please try again.',
    onDone,
  });
  return (
    <FormDialog
      size="m"
      title="Appeal"
      description={prompt.title}
      submitLabel="Send appeal"
      isBusy={isBusy}
      onSubmit={send}
      onClose={onClose}
    >
      {error ? <Notice tone="bad">{error}</Notice> : null}
      {prompt.moderationCodes.length > 0 || prompt.moderationNotes ? (
        <Notice tone="warn" title="Why it isn’t shown">
          {prompt.moderationCodes.map((code) => MODERATION_CODES[code]).join(', ')}
          {prompt.moderationNotes ? <p className="mt-1 wrap-anywhere">{prompt.moderationNotes}</p> : null}
        </Notice>
      ) : null}
      <TextArea
        label="Why should it be shown? (optional)"
        rows={4}
        countLimit={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
