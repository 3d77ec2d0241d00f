import { useState } from 'react';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { Dialog } from '~/ui/overlay/dialog';
import { FormDialog } from '~/ui/overlay/form-dialog';
import type { FileEntry } from './schema';

/** Absolute, because other pages show these dialogs too. */
const ACTION = '/baiql/files';

type Props = { entry: FileEntry; onClose: () => void; onDone: () => void };

export function RenameDialog({ entry, onClose, onDone }: Props) {
  const { isBusy, error, submit } = useFetcherForm<'rename' | 'delete'>({ onDone, action: ACTION });
  const [name, setName] = useState(entry.name);
  return (
    <FormDialog
      title={`Rename ${entry.name}`}
      description="Update scripts that use the old name."
      submitLabel="Rename"
      isBusy={isBusy}
      onSubmit={() => submit('rename', { path: entry.path, to: name.trim() })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        error={error}
        autoComplete="off"
        onFocus={(event) => {
          const dot = entry.kind === 'file' ? entry.name.lastIndexOf('.') : -1;
          event.currentTarget.setSelectionRange(0, dot > 0 ? dot : entry.name.length);
        }}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

export function DeleteDialog({ entry, onClose, onDone }: Props) {
  const { isBusy, error, submit } = useFetcherForm<'rename' | 'delete'>({ onDone, action: ACTION });
  const isFolder = entry.kind === 'folder';
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Delete ${entry.name}?`}
      confirmLabel={isFolder ? 'Delete folder' : 'Delete file'}
      onConfirm={() => submit('delete', { path: entry.path })}
      isBusy={isBusy}
      error={error}
    >
      <p>
        {isFolder ? 'The folder and everything in it are deleted.' : 'The file is deleted.'} This can’t be
        undone. Runs that still need it will fail.
      </p>
    </ConfirmDialog>
  );
}

type ReplaceProps = {
  taken: readonly string[];
  onClose: () => void;
  onReplace: () => void;
  onKeepBoth: () => void;
};

const MAX_NAMED = 5;

/** Shown before an upload replaces existing files. */
export function ReplaceDialog({ taken, onClose, onReplace, onKeepBoth }: ReplaceProps) {
  const named = taken.slice(0, MAX_NAMED);
  const more = taken.length - named.length;
  return (
    <Dialog
      isOpen
      isDanger
      onOpenChange={onClose}
      title={
        taken.length === 1 ? `${taken[0] ?? ''} already exists` : `${String(taken.length)} names are taken`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={onKeepBoth}>Keep both</Button>
          <Button variant="danger" onClick={onReplace}>
            Replace
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-s">
        {taken.length === 1 ? null : (
          <ul className="list-disc pl-5">
            {named.map((name) => (
              <li key={name} className="wrap-anywhere">
                <bdi>{name}</bdi>
              </li>
            ))}
            {more > 0 ? <li>and {String(more)} more</li> : null}
          </ul>
        )}
        <p>
          Replace what is there, or keep both and give the new ones a number. Replaced files can’t be brought
          back.
        </p>
      </div>
    </Dialog>
  );
}
