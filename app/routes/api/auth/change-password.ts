import { requireActor } from '~/core/authorize.server';
import { api, byMethod, json } from '~/core/http.server';
import { changePassword } from '~/features/accounts/index.server';
import { readForm } from './read-form.server';

export const action = api(
  byMethod({
    POST: async ({ request, context }) => {
      const actor = await requireActor(request, context);
      return json(await changePassword(context.app.accounts, actor, await readForm(request)));
    },
  }),
);
export const loader = action;
