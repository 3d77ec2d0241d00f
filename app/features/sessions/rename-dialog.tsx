import { useId, useState } from 'react';
import { TextField } from '~/ui/form/text-field';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { cleanName, EMPTY_NAME } from './clean-name';
import { FailureNotice } from './failure-notice';
import { asFailure, type SessionFailure } from './session-api';

type Props = { title: string; onClose: () => void; onRename: (name: string) => Promise<void> };

/** Stays with the name that was typed until the session has it. */
export function RenameDialog({ title, onClose, onRename }: Props) {
  const formId = useId();
  const [name, setName] = useState(title);
  const [complaint, setComplaint] = useState<string>();
  const [failure, setFailure] = useState<SessionFailure>();
  const [isBusy, setIsBusy] = useState(false);
  const cleaned = cleanName(name);

  async function submit() {
    if (cleaned === '') {
      setComplaint(EMPTY_NAME);
      return;
    }
    setIsBusy(true);
    setFailure(undefined);
    await onRename(cleaned).then(onClose, (error: unknown) => setFailure(asFailure(error)));
    setIsBusy(false);
  }
  return (
    <FormDialog
      title="Rename Saved I/O"
      formId={formId}
      submitLabel="Rename"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FailureNotice failure={failure} />
        <TextField
          label="Name"
          value={name}
          autoComplete="off"
          error={complaint}
          hint={cleaned !== '' && cleaned !== name.trim() ? `Saved as “${cleaned}”.` : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setComplaint(undefined);
          }}
        />
      </form>
    </FormDialog>
  );
}
