import { useSubmit } from '@remix-run/react';
import { requestLeave } from '~/core/browser/leave-request';
import { forgetPerson } from './forget-browser-state';

/** Signs out, once nobody objects because of unsaved work. What this browser kept goes first. */
export function useLogout(): () => void {
  const submit = useSubmit();
  return () =>
    requestLeave(() => {
      forgetPerson();
      submit(null, { method: 'post', action: '/logout' });
    });
}
