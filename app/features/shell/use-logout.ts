import { useLocation, useSubmit } from '@remix-run/react';
import { readConnection } from '~/core/browser/connection';
import { requestLeave } from '~/core/browser/leave-request';
import { showToast } from '~/ui/overlay/toast';
import { forgetUser } from '~/core/browser/forget-user';

/** An invitation may be for another account: logging out there returns to it. */
export function useReturnAfterLogout(): string | undefined {
  const { pathname, search } = useLocation();
  return pathname === '/teams/join' ? `${pathname}${search}` : undefined;
}

/** Signs out, unless unsaved work prevents it. Stored data of this browser is removed first. */
export function useLogout(): () => void {
  const submit = useSubmit();
  const returnTo = useReturnAfterLogout();
  return () => {
    // The server must end the session before the page says so.
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
