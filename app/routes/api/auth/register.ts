import { api, byMethod, json } from '~/core/http.server';
import { registerUser, visitorOf } from '~/features/accounts/index.server';
import { readForm } from './read-form.server';

export const action = api(
  byMethod({
    POST: async ({ request, context }) => {
      const { message } = await registerUser(
        context.app.accounts,
        await readForm(request),
        visitorOf(request, context),
      );
      return json({ message }, { status: 201 });
    },
  }),
);
export const loader = action;
