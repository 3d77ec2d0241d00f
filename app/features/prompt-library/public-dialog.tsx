import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlay/dialog';

type Props = { title: string; isBusy?: boolean; onClose: () => void; onConfirm: () => void };

export function PublicDialog({ title, isBusy = false, onClose, onConfirm }: Props) {
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onOpenChange={onClose}
      title="Make Prompt Public"
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button variant="primary" isBusy={isBusy} onClick={onConfirm}>
            Make Public
          </Button>
        </>
      }
    >
      <p className="text-s text-pretty">
        <b className="font-semibold wrap-anywhere">{title}</b> becomes visible to all users in the community
        section, with your name. You can make it private again at any time.
      </p>
    </Dialog>
  );
}
