import { optionalActor } from '~/core/authorize.server';
import { api, byMethod, json } from '~/core/http.server';
import { signedOutHeaders, signOut } from '~/features/accounts/index.server';

export const action = api(
  byMethod({
    POST: async ({ request, context }) => {
      await signOut(context.app.accounts, await optionalActor(request, context));
      return json({ message: 'You are signed out.' }, { headers: signedOutHeaders(request, context) });
    },
  }),
);
export const loader = action;
