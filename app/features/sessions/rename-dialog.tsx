import { useId, useState } from 'react';
import { TextField } from '~/ui/form/text-field';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { cleanName, EMPTY_NAME } from './clean-name';

type Props = { title: string; onClose: () => void; onRename: (name: string) => void };

export function RenameDialog({ title, onClose, onRename }: Props) {
  const formId = useId();
  const [name, setName] = useState(title);
  const [complaint, setComplaint] = useState<string>();
  const cleaned = cleanName(name);
  return (
    <FormDialog title="Rename Saved I/O" formId={formId} submitLabel="Rename" onClose={onClose}>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (cleaned === '') setComplaint(EMPTY_NAME);
          else onRename(cleaned);
        }}
      >
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
