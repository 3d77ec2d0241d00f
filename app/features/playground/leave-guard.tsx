import { useEffect } from 'react';
import { useLeaveGuard } from '~/core/browser/use-leave-guard';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlay/dialog';

const UNSAVED = 'ai_unsaved';

/** Confirms leaving the page with a prompt or replies on it, and logging out, which removes them. */
export function LeaveGuard({ isUnsaved, hasUnstored }: { isUnsaved: boolean; hasUnstored: boolean }) {
  useEffect(() => {
    if (isUnsaved) sessionStorage.setItem(UNSAVED, 'true');
    else sessionStorage.removeItem(UNSAVED);
  }, [isUnsaved]);
  const leaving = useLeaveGuard(isUnsaved);
  if (!leaving) return null;
  const { isLoggingOut, stay, leave } = leaving;
  return <LeaveDialog isSigningOut={isLoggingOut} hasUnstored={hasUnstored} onStay={stay} onLeave={leave} />;
}

type LeaveDialogProps = {
  isSigningOut: boolean;
  /** Unstored replies exist only on this page. */
  hasUnstored: boolean;
  onStay: () => void;
  onLeave: () => void;
};

/** A plain question, or a warning if leaving loses something. */
function LeaveDialog({ isSigningOut, hasUnstored, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={onStay}
      title="Leave AI Page?"
      description={describeLoss(isSigningOut, hasUnstored)}
      footer={
        <>
          <Button onClick={onStay}>Stay</Button>
          <Button variant={isSigningOut || hasUnstored ? 'danger' : 'primary'} onClick={onLeave}>
            Leave
          </Button>
        </>
      }
    />
  );
}

function describeLoss(isSigningOut: boolean, hasUnstored: boolean): string {
  if (isSigningOut) return 'Logging out removes the prompt and the replies on this page from this browser.';
  if (hasUnstored) return 'Replies marked “Don’t store” aren’t stored anywhere else and will be lost.';
  return 'Your prompt and replies stay in this browser and will be here when you come back.';
}
