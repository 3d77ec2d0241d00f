import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json } from '~/core/http.server';
import { deleteAccount, signedOutHeaders } from '~/features/accounts/index.server';

export const action = api(
  byMethod({
    POST: async ({ request, context }) => {
      const deleted = await deleteAccount(context.app.accounts, await requireActor(request, context));
      return json(deleted, { headers: signedOutHeaders(request, context) });
    },
  }),
);
export const loader = action;
