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
      const { AUTH_PROXY_LOGOUT_URL: proxy } = services.env;
      // Behind a login proxy, the next page would log the user in again.
      const next = proxy ?? (input.returnTo === undefined ? '/' : withReturnTo('/login', input.returnTo));
      return redirect(next, {
        headers: signedOutHeaders(services, request),
      });
    },
  }),
}));
