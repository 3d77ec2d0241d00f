import { useSubmit } from '@remix-run/react';
import { readConnection } from '~/core/browser/connection';
import { requestLeave } from '~/core/browser/leave-request';
import { showToast } from '~/ui/overlay/toast';
import { forgetUser } from './forget-browser-state';

/**
 * Signs out, once nobody objects because of unsaved work. What this browser kept goes first. With `returnTo`, another
 * account may log in and go on there.
 */
export function useLogout(returnTo?: string): () => void {
  const submit = useSubmit();
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
