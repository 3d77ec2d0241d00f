import { FormDialog } from '~/ui/overlay/form-dialog';

type Props = { title: string; onClose: () => void; onConfirm: () => void };

export function PublicDialog({ title, onClose, onConfirm }: Props) {
  return (
    <FormDialog title="Make Prompt Public" submitLabel="Make Public" onSubmit={onConfirm} onClose={onClose}>
      <p className="text-s text-pretty">
        <b className="font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </b>{' '}
        becomes visible to all users in the community section, with your name. You can make it private again
        at any time.
      </p>
    </FormDialog>
  );
}
