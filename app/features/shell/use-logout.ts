import { useLocation, useSubmit } from '@remix-run/react';
import { readConnection } from '~/core/browser/connection';
import { requestLeave } from '~/core/browser/leave-request';
import { showToast } from '~/ui/overlay/toast';
import { forgetUser } from '~/core/browser/forget-user';

/** An invitation may be for another account: whoever logs out there, by whichever button, comes back with that one. */
export function useReturnAfterLogout(): string | undefined {
  const { pathname, search } = useLocation();
  return pathname === '/teams/join' ? `${pathname}${search}` : undefined;
}

/** Signs out, once nobody objects because of unsaved work. What this browser kept goes first. */
export function useLogout(): () => void {
  const submit = useSubmit();
  const returnTo = useReturnAfterLogout();
  return () => {
    // The server has to end the session: saying "signed out" without it would be untrue.
    if (readConnection() === 'offline') {
      showToast('error', 'You’re offline. Log out again when you’re back.');
      return;
    }
    requestLeave(() => {
      forgetUser();
      submit(returnTo === undefined ? null : { returnTo }, { method: 'post', action: '/logout' });
    });
  };
}
