import { api, byMethod, json } from '~/core/http.server';
import { signIn, visitorOf } from '~/features/accounts/index.server';
import { readForm } from './read-form.server';

/** For scripts: the token goes into their Authorization header. Browsers sign in on /login and get a cookie. */
export const action = api(
  byMethod({
    POST: async ({ request, context }) => {
      const form = await readForm(request);
      const { token, user } = await signIn(context.app.accounts, form, visitorOf(request, context), 'bearer');
      return json({ token, user });
    },
  }),
);
export const loader = action;
