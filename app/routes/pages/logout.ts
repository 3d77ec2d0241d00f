import { redirect } from '@remix-run/node';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { FAILURES, returnToQuery } from '~/features/accounts';
import { signedOutHeaders, signOut, withReturnTo } from '~/features/accounts/index.server';

/** A GET request does not log out. */
export const loader = page({ access: 'anyone', load: () => redirect('/') });

export const action = forms('anyone', (form) => ({
  'sign-out': form({
    schema: returnToQuery,
    failure: FAILURES.account,
    run: async ({ services, actor, input, request }) => {
      await signOut(services, actor);
      return redirect(input.returnTo === undefined ? '/' : withReturnTo('/login', input.returnTo), {
        headers: signedOutHeaders(services, request),
      });
    },
  }),
}));
