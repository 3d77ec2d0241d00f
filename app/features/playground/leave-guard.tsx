import { useEffect } from 'react';
import { useLeaveGuard } from '~/core/browser/use-leave-guard';
import { LeaveDialog } from './leave-dialog';

const UNSAVED = 'ai_unsaved';

/** Leaving the page with a prompt or replies on it asks first; so does logging out, which removes them. */
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
