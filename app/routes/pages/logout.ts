import { redirect } from '@remix-run/node';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { emptySchema, FAILURES } from '~/features/accounts';
import { signedOutHeaders, signOut } from '~/features/accounts/index.server';

/** A mere link signs nobody out. */
export const loader = page({ access: 'anyone', load: () => redirect('/') });

export const action = forms('anyone', (form) => ({
  'sign-out': form({
    schema: emptySchema,
    failure: FAILURES.account,
    run: async ({ services, actor, request }) => {
      await signOut(services, actor);
      return redirect('/', { headers: signedOutHeaders(services, request) });
    },
  }),
}));
