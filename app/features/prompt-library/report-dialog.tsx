import { useRef, useState } from 'react';
import { Select } from '~/ui/form/select';
import { TextArea } from '~/ui/form/text-area';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { MODERATION_CODES, REPORT_CODES } from '~/features/prompts';
import type { PromptWithoutText } from '~/features/prompts/index.server';
import { sendReport } from './prompt-calls';
import { useNotifyModerator } from './use-notify-moderator';

type Props = { prompt: PromptWithoutText; onClose: () => void };

export function ReportDialog({ prompt, onClose }: Props) {
  const [code, setCode] = useState('');
  const reason = useRef<HTMLSelectElement>(null);
  const [note, setNote] = useState('');
  const { isBusy, error, setError, send } = useNotifyModerator({
    call: () => sendReport(prompt.id, { code, note }),
    failed: 'The report couldn’t be sent. Please try again.',
    onDone: onClose,
  });
  return (
    <FormDialog
      size="m"
      title="Report this prompt"
      description={prompt.title}
      submitLabel="Report"
      isBusy={isBusy}
      onSubmit={() => {
        if (code !== '') {
          send();
          return;
        }
        setError('Choose a reason.');
        reason.current?.focus();
      }}
      onClose={onClose}
    >
      <Select
        ref={reason}
        label="What is wrong with it?"
        error={error}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setError(undefined);
        }}
      >
        <option value="">Choose a reason</option>
        {REPORT_CODES.map((each) => (
          <option key={each} value={each}>
            {MODERATION_CODES[each]}
          </option>
        ))}
      </Select>
      <TextArea
        label="Anything to add? (optional)"
        rows={2}
        countLimit={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
