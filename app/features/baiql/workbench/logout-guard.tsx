import { useEffect, useState } from 'react';
import { onLeaveRequested } from '~/core/browser/leave-request';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';

/** Unsaved changes stay in this browser across pages; only logging out removes them, so it asks first. */
export function LogoutGuard({ isDirty, name }: { isDirty: boolean; name: string }) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    return onLeaveRequested((event) => {
      event.preventDefault();
      setLeave(() => event.detail.proceed);
    });
  }, [isDirty]);
  return (
    <ConfirmDialog
      isOpen={leave !== null}
      onOpenChange={() => setLeave(null)}
      title="Log out without saving?"
      confirmLabel="Logout"
      cancelLabel="Stay"
      onConfirm={() => leave?.()}
    >
      <p>
        Logging out removes your unsaved changes to “<bdi>{name}</bdi>” from this browser.
      </p>
    </ConfirmDialog>
  );
}
