import { api, byMethod, json } from '~/core/http.server';
import { resendConfirmation, visitorOf } from '~/features/accounts/index.server';
import { readForm } from './read-form.server';

export const action = api(
  byMethod({
    POST: async ({ request, context }) =>
      json(
        await resendConfirmation(context.app.accounts, await readForm(request), visitorOf(request, context)),
      ),
  }),
);
export const loader = action;
