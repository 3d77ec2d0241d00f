import { useState } from 'react';
import { TextField } from '~/ui/form/text-field';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { FailureNotice } from './failure-notice';
import { asFailure, type SessionFailure } from './session-api';
import { useSessionName } from './use-session-name';

type Props = { title: string; onClose: () => void; onRename: (name: string) => Promise<void> };

/** Keeps the typed name until the rename has succeeded. */
export function RenameDialog({ title, onClose, onRename }: Props) {
  const { cleaned, check, field } = useSessionName(title);
  const [failure, setFailure] = useState<SessionFailure>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    if (!check()) return;
    setIsBusy(true);
    setFailure(undefined);
    await onRename(cleaned).then(onClose, (error: unknown) => setFailure(asFailure(error)));
    setIsBusy(false);
  }
  return (
    <FormDialog
      title="Rename Saved I/O"
      submitLabel="Rename"
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FailureNotice failure={failure} />
      <TextField {...field} />
    </FormDialog>
  );
}
