import { useId, useState } from 'react';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/form/text-field';
import { Dialog } from '~/ui/overlay/dialog';
import { cleanName, EMPTY_NAME } from './clean-name';

type Props = { title: string; onClose: () => void; onRename: (name: string) => void };

export function RenameDialog({ title, onClose, onRename }: Props) {
  const formId = useId();
  const [name, setName] = useState(title);
  const [complaint, setComplaint] = useState<string>();
  const cleaned = cleanName(name);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Rename Saved I/O"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Rename
          </Button>
        </>
      }
    >
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
    </Dialog>
  );
}
