import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';

type Props = { work: readonly string[]; onClose: () => void; onLogout: () => void };

const LIST = new Intl.ListFormat('en-US');

export function LogoutDialog({ work, onClose, onLogout }: Props) {
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Log out without saving?"
      confirmLabel="Logout"
      cancelLabel="Stay"
      onConfirm={onLogout}
    >
      <p>Logging out removes {LIST.format(work)} from this browser.</p>
    </ConfirmDialog>
  );
}
