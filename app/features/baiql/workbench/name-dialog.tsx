import { useState } from 'react';
import { TextField } from '~/ui/form/text-field';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { messageOf } from '~/core/browser/call-api';
import { NAME_IT, UNTITLED } from '../scripts/schema';

type Props = {
  title: string;
  /** Label of the submit button. */
  submitLabel: string;
  name: string;
  onClose: () => void;
  /** The dialog stays open with the typed name until the promise settles. */
  onSubmit: (name: string) => void | Promise<void>;
};

const MAX_CHARACTERS = 160;

/** Asks for the name of a script to save. */
export function NameDialog({ title, submitLabel, name: firstName, onClose, onSubmit }: Props) {
  const [name, setName] = useState(firstName === UNTITLED ? '' : firstName);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    const wanted = name.trim();
    if (wanted === '') setProblem('Please enter a name.');
    else if (wanted === UNTITLED) setProblem(NAME_IT);
    else {
      setIsBusy(true);
      try {
        await onSubmit(wanted);
      } catch (error) {
        setProblem(messageOf(error));
      }
      setIsBusy(false);
    }
  }
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={MAX_CHARACTERS}
        autoComplete="off"
        placeholder="Essay grading"
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}
