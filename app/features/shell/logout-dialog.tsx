import { formatList } from '~/ui/format-names';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';

type Props = { work: readonly string[]; onClose: () => void; onLogout: () => void };

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
      <p>Logging out removes {formatList(work)} from this browser.</p>
    </ConfirmDialog>
  );
}
